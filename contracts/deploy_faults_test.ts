/** `deno task deploy` with mistakes of the operator, and with faulty nodes. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Hex, parseEther, parseTransaction, zeroAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { create2Deployer, entryPoint, factory } from "./addresses.ts";
import { run } from "./deploy_cli.ts";
import { paymasterOptions } from "./deploy_options.ts";
import { planDeployment } from "./plan.ts";
import { complete, operator, signer, startNetwork } from "./testing/network.ts";
import { startProxy } from "./testing/proxy.ts";
import { deployerKey } from "./testing/stack.ts";

Deno.test("a wrong chain, sender or code is refused before the first transaction", async () => {
  await using chain = await startNetwork("base");
  const { client } = chain;
  const refused = async (part: string, args: string[], key: Hex = deployerKey) => {
    const { code, text } = await chain.command([...args, "--broadcast"], key);
    assertEquals(code, 1, text);
    assertStringIncludes(text, part);
    assertStringIncludes(text, "Nothing was sent.");
    assertEquals([await client.getBlockNumber(), await chain.sent()], [0n, 0]);
  };
  const lines: string[] = [];
  const other = ["--network", "ethereum", "--rpc", chain.url, "--broadcast"];
  assertEquals(await run(other, deployerKey, (line) => lines.push(line)), 1);
  assertStringIncludes(lines.join(), "leads to chain 8453, not 1. Nothing was sent.");

  const poor: Hex = `0x${"77".repeat(32)}`;
  const { address } = privateKeyToAccount(poor);
  await client.setBalance({ address, value: parseEther("0.001") });
  await refused(`${address} has 0.001 ETH and needs 0.0`, [], poor);
  // Enough for the fees, but not for the transfers.
  await client.setBalance({ address, value: parseEther("4") });
  const deposit = ["--owner", operator.address, "--signer", signer, "--deposit", "4"];
  await refused("and needs 4.0", deposit, poor);
  await client.setBalance({ address, value: parseEther("5") });
  await refused("SponsorPaymaster: stake: only the owner", complete, poor);

  for (
    const [name, place] of [
      ["CREATE2 deployer", create2Deployer],
      ["EntryPoint v0.8", entryPoint],
      ["AcctFactory", factory],
    ] as const
  ) {
    const bytecode = await client.getCode({ address: place }) ?? "0x";
    await client.setCode({ address: place, bytecode: "0xfe" });
    await refused(`${name}: ${place} has different code than expected.`, []);
    await client.setCode({ address: place, bytecode });
  }
  // The node is unreachable, or repeats its URL, which can contain a key.
  await using proxy = startProxy(
    chain.url,
    () => Promise.resolve(new Response(`no rights for ${proxy.url}/secret`, { status: 401 })),
  );
  for (const port of [9, Number(new URL(proxy.url).port)]) {
    const { code, text } = await chain.command([], undefined, `http://127.0.0.1:${port}/secret`);
    assertEquals([code, text.includes("secret")], [1, false], text);
    assertStringIncludes(text, "Use another node with --rpc URL. Nothing was sent.");
  }
});

Deno.test("transactions are signed for the named network alone", async () => {
  await using chain = await startNetwork("base");
  // The node turns: with a signature for its second answer, others could spend on that chain.
  let answers = 0;
  const signed: number[] = [];
  await using proxy = startProxy(chain.url, async ({ method, params }, forward) => {
    if (method === "eth_chainId" && answers++ > 0) {
      return Response.json({ jsonrpc: "2.0", id: 1, result: "0x1" });
    }
    if (method === "eth_fillTransaction") {
      return new Response((await (await forward()).text()).replaceAll("0x2105", "0x1"));
    }
    if (method === "eth_sendRawTransaction" && Array.isArray(params)) {
      signed.push(parseTransaction(params[0]).chainId!);
    }
    return await forward();
  });
  const { code, text } = await chain.command(["--broadcast"], deployerKey, proxy.url);
  assertEquals([code, signed], [0, [8453, 8453, 8453, 8453]], text);
});

Deno.test("a deployment that would revert is a problem of the plan", async () => {
  await using chain = await startNetwork("base");
  const from = operator.address;
  const sponsor = { owner: zeroAddress, signer } as const;
  const { problems } = await planDeployment(chain.client, from, { sponsor });
  assertEquals(problems.length, 1);
  assertStringIncludes(problems[0]!, "SponsorPaymaster: the deployment would revert.");

  // With and without overrides; other errors of the node end the command as well.
  for (
    const [overridden, code, message, part] of [
      [true, 3, "execution reverted", "Acct: the deployment would revert."],
      [false, 3, "execution reverted", "EntryPoint v0.8: the deployment would revert."],
      [true, -32005, "too many requests", "too many requests"],
    ] as const
  ) {
    await using proxy = startProxy(chain.url, async ({ method, params }, forward) => {
      const fails = method === "eth_estimateGas" && Array.isArray(params) &&
        (params.length > 2 || !overridden);
      if (!fails) return await forward();
      return Response.json({ jsonrpc: "2.0", id: 1, error: { code, message } });
    });
    const result = await chain.command(["--broadcast"], deployerKey, proxy.url);
    assertEquals(result.code, 1, result.text);
    assertStringIncludes(result.text, part);
    assertStringIncludes(result.text, "Nothing was sent.");
  }
  assertEquals(await chain.sent(), 0);
});

Deno.test("a record that cannot be written is refused before the first transaction", async () => {
  await using chain = await startNetwork("base");
  const folder = await Deno.makeTempDir();
  const file = `${folder}/file`;
  await Deno.writeTextFile(file, "unchanged");
  for (const out of [folder, `${file}/record.json`]) {
    const { code, text } = await chain.broadcast("--out", out);
    assertEquals([code, await chain.sent()], [1, 0], text);
    assertStringIncludes(text, "--out: the record file must be writable");
    assertStringIncludes(text, "Nothing was sent.");
  }
  assertEquals(await Deno.readTextFile(file), "unchanged");
  const out = `${folder}/missing/folder/record.json`;
  const { code, text } = await chain.broadcast("--out", out);
  assertEquals(code, 0, text);
  assertEquals(JSON.parse(await Deno.readTextFile(out)).factory, factory);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("mistakes in the arguments are named, and no value is repeated", async () => {
  type Row = readonly [args: string[], part: string, key?: string];
  const all = ["--network", "base", ...complete];
  const rows: readonly Row[] = [
    [
      ["--network", "base-seplia"],
      '--network: "base-seplia" is not a known network. Did you mean base-sepolia?',
    ],
    [["--network", "base", "--chain", "1"], "--network replaces --chain."],
    [["--network", "base", "--rpc", "node"], "--rpc must be an http or https URL."],
    [["--chain", "1"], "--network NAME is missing."],
    [["--network", "base", "--key", deployerKey], "--key is not an option."],
    [["--network", "base", deployerKey], "Argument 3 is not an option."],
    [["--network", "base", `--${deployerKey}`], "Argument 3 is not an option."],
    [["--network", "base", "--broadcast=yes"], "--broadcast"],
    [["--network", "base", ...complete, "--deposit", "1,5"], "--deposit must be an amount"],
    [["--network", "base", "--signer", signer], "--signer requires --owner."],
    ...paymasterOptions.map((name): Row => [
      ["--network", "base", `--${name}`, "1"],
      `--${name} requires --owner and --signer.`,
    ]),
    ...["owner", "signer"].flatMap((name): Row[] => [
      [[...all, `--${name}`, zeroAddress], `--${name} must not be the zero address.`],
      [[...all, `--${name}`, deployerKey], `--${name} must be an address`],
    ]),
    ...["max-cost", "rate", "ceiling"].map((name): Row => [
      [...all, `--${name}`, "79228162514.264337593543950336"],
      `--${name} must be at most 79228162514.264337593543950335 (uint96 in wei).`,
    ]),
    [["--network", "base", "--broadcast"], "DEPLOYER_KEY must contain the private key"],
    [["--network", "base"], "DEPLOYER_KEY must contain the private key", deployerKey.slice(0, -1)],
    [["--network", "base"], "DEPLOYER_KEY must contain the private key", `0x${"00".repeat(32)}`],
  ];
  for (const [args, part, key] of rows) {
    const lines: string[] = [];
    assertEquals(await run(args, key, (line) => lines.push(line)), 2, part);
    const text = lines.join("\n");
    assertStringIncludes(text, part);
    assertStringIncludes(text, "Nothing was sent.");
    assertEquals(text.includes(deployerKey.slice(2, -1)), false, text);
  }
});

Deno.test("an interrupted deployment continues without repeating a transaction", async () => {
  await using whole = await startNetwork("arbitrum-sepolia");
  assertEquals((await whole.broadcast(...complete)).code, 0);
  const count = await whole.sent();
  for (const lost of [false, true]) {
    await using chain = await startNetwork("arbitrum-sepolia");
    let transactions = 0;
    await using proxy = startProxy(chain.url, async (request, forward) => {
      if (request.method !== "eth_sendRawTransaction") return await forward();
      transactions++;
      if (transactions < 4) return await forward();
      // The node is gone, before or after it received the transaction.
      if (lost && transactions === 4) {
        await chain.client.setAutomine(false);
        await forward();
      }
      return new Response("gone", { status: 500 });
    });
    const broken = await chain.command([...complete, "--broadcast"], deployerKey, proxy.url);
    assertEquals(broken.code, 1, broken.text);
    assertStringIncludes(broken.text, "Run the command again");
    assertEquals(await chain.sent(), 3);
    if (lost) {
      const early = await chain.broadcast(...complete);
      assertEquals(early.code, 1, early.text);
      assertStringIncludes(early.text, `Pending transactions of ${operator.address}: 1,`);
      await chain.client.mine({ blocks: 1 });
      await chain.client.setAutomine(true);
    }
    const { code, text } = await chain.broadcast(...complete);
    assertEquals([code, await chain.sent()], [0, count], text);
  }
});

Deno.test("a node that lags behind its own answers does not stop a deployment", async () => {
  await using chain = await startNetwork("polygon");
  const seen = new Map<string, string>();
  let staleUntil = 0;
  let stale = 0;
  await using proxy = startProxy(chain.url, async ({ method, params }, forward) => {
    const known = seen.get(JSON.stringify([method, params]));
    if (/^eth_get(Code|TransactionCount)$/.test(method)) {
      if (known !== undefined && performance.now() < staleUntil) {
        stale++;
        return new Response(known);
      }
      const text = await (await forward()).text();
      seen.set(JSON.stringify([method, params]), text);
      return new Response(text);
    }
    if (method === "eth_sendRawTransaction") staleUntil = performance.now() + 500;
    return await forward();
  });
  const { code, text } = await chain.command([...complete, "--broadcast"], deployerKey, proxy.url);
  assertEquals(code, 0, text);
  assert(stale > 3, `${stale} answers`);
});
