/** `deno task deploy --network …` on local chains with the ids of public networks. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Hex, parseEther } from "viem";
import { startLocalChain } from "../scripts/stack/chain.ts";
import { readConfig } from "../service/main/config.ts";
import { create2Deployer, entryPoint, factory, permissions } from "./addresses.ts";
import { listContracts } from "./contract_list.ts";
import { isEntryPoint } from "./entry_point.ts";
import {
  addressesIn,
  complete,
  contracts,
  friend,
  operator,
  signer,
  startNetwork,
} from "./testing/network.ts";
import { createPasskey } from "./testing/passkey.ts";
import { startProxy } from "./testing/proxy.ts";
import {
  accountAddress,
  deployerKey,
  deployment,
  encodeCalls,
  fund,
  sendCalls,
} from "./testing/stack.ts";

Deno.test("a dry run sends nothing, and states gas, cost and addresses of the deployment", async () => {
  await using chain = await startNetwork("base-sepolia");
  const { client } = chain;
  const dry = await chain.command(complete);
  assertEquals(dry.code, 0, dry.text);
  // A key adds the sender's checks alone.
  assertEquals((await chain.command(complete, deployerKey)).text, dry.text);
  assertEquals([await client.getBlockNumber(), await chain.sent()], [0n, 0]);
  assertStringIncludes(dry.text, "Base Sepolia (chain 84532)");
  assertStringIncludes(dry.text, "Dry run: nothing was sent.");
  assertStringIncludes(
    dry.text,
    `Owner: ${operator.address}\nSigner of the paymasters: ${signer}\n`,
  );
  // Deposits, stakes, and the balance of the vault.
  assertStringIncludes(dry.text, "Transfers: 4.2 ETH");
  const expected = [
    create2Deployer,
    entryPoint,
    ...listContracts(contracts).map((each) => each.address),
  ];
  assertEquals(addressesIn(dry.text), expected);

  const before = await client.getBalance({ address: operator.address });
  const { code, text } = await chain.broadcast(...complete);
  assertEquals(code, 0, text);
  for (const address of expected) {
    assert(await client.getCode({ address }) !== undefined, address);
  }
  assert(isEntryPoint((await client.getCode({ address: entryPoint }))!));
  const { sponsorPaymaster, tokenPaymaster, vault, nativeP256 } = await chain.record();
  assertEquals(nativeP256, true);
  // The deployments' gas was estimated before the contracts that they need existed.
  const gas = (line: string) => BigInt(/, ([\d,]+) gas/.exec(line)![1]!.replaceAll(",", ""));
  const estimates = dry.text.split("\n").filter((line) => / missing, /.test(line)).map(gas);
  for (const [index, estimate] of estimates.entries()) {
    const { transactions } = await client.getBlock({ blockNumber: BigInt(index + 1) });
    const { gasUsed } = await client.getTransactionReceipt({ hash: transactions[0]! });
    const share = Number(estimate) / Number(gasUsed);
    assert(share >= 1 && share < 1.1, `${index}: ${estimate} for ${gasUsed}`);
  }
  // The amount that the dry run named was enough.
  const needed = parseEther(/Needed by the sender, if fees rise: ([\d.]+)/.exec(dry.text)![1]!);
  const paid = before - await client.getBalance({ address: operator.address });
  assert(paid <= needed, `${paid} of ${needed}`);
  assertEquals(await client.getBalance({ address: vault }), parseEther("3"));

  const count = await chain.sent();
  const again = await chain.broadcast(...complete);
  assertEquals([again.code, await chain.sent()], [0, count], again.text);
  assertStringIncludes(again.text, "Everything is deployed.");
  assertEquals(addressesIn((await chain.command(complete)).text), expected);

  // The printed settings work once the placeholders are replaced.
  for (const each of [text, again.text]) {
    const entry = JSON.parse(/^\{[^]*?^\}/m.exec(each)![0]);
    assertEquals(entry.network, "base-sepolia");
    const file = {
      host: "example.com",
      port: 8080,
      database: "x.sqlite",
      chains: [{ ...entry, rpcUrl: "https://node.example", bundlerUrl: "https://bundler.example" }],
    };
    const secrets = (name: string) => name === "SPONSOR_KEY" ? deployerKey : undefined;
    const settings = readConfig(JSON.stringify(file), secrets).chains[0]!;
    assertEquals(settings.sponsor?.paymaster, sponsorPaymaster);
    assertEquals(settings.sponsor?.vault, vault);
    assertStringIncludes(each, `Paymaster of tokenFees: ${tokenPaymaster}`);
    // The block before the first transaction in the first run, found by the code in the second.
    const from = BigInt(settings.permissionsFrom!);
    const address = permissions;
    assertEquals(
      each === text ? from : await client.getCode({ address, blockNumber: from - 1n }),
      each === text ? 0n : undefined,
    );
    assert(await client.getCode({ address, blockNumber: from + 3n }) !== undefined);
  }
});

Deno.test("addresses are equal on all networks and on the local stack", async () => {
  await using scope = new AsyncDisposableStack();
  const local = await startLocalChain({
    id: 31337,
    name: "Local",
    timed: (_, work) => work(),
  }, scope);
  await using stack = await startNetwork("polygon-amoy", "prague");
  // Without the precompile, only the word in the account's code differs.
  const options = [...complete, "--accept-no-p256"];
  const { code, text } = await stack.broadcast(...options);
  assertEquals(code, 0, text);
  assertStringIncludes(text, "POL");
  const record = await stack.record();
  assertEquals(
    [record.sponsorPaymaster, record.tokenPaymaster, record.vault, record.nativeP256],
    [local.sponsor, local.tokenPaymaster, local.vault, false],
  );
  for (const address of addressesIn(text)) {
    assert(await local.node.request("eth_getCode", [address, "latest"]) !== "0x", address);
  }
});

Deno.test("CREATE2 deployer and EntryPoint are deployed where they are missing", async () => {
  let entryPointCode: Hex = "0x";
  for (
    const [hasDeployer, hasEntryPoint] of [[false, false], [false, true], [true, true]] as const
  ) {
    await using chain = await startNetwork("optimism");
    const { client } = chain;
    if (!hasDeployer) await client.setCode({ address: create2Deployer, bytecode: "0x" });
    if (hasEntryPoint) await client.setCode({ address: entryPoint, bytecode: entryPointCode });
    const dry = await chain.command([]);
    assertEquals(dry.code, 0, dry.text);
    assertEquals(/^CREATE2 deployer .* missing, 21,000 gas$/m.test(dry.text), !hasDeployer);
    assertStringIncludes(dry.text, `Transfers: ${hasDeployer ? "0" : "0.01"} ETH`);
    assertEquals(/^EntryPoint v0.8 .* deployed$/m.test(dry.text), hasEntryPoint);
    const { code, text } = await chain.broadcast();
    assertEquals(code, 0, text);
    entryPointCode = (await client.getCode({ address: entryPoint }))!;
    assert(isEntryPoint(entryPointCode));
    assert(await client.getCode({ address: factory }) !== undefined);
  }
});

Deno.test("an operation of an account runs through the deployed contracts", async () => {
  for (const [network, hardfork] of [["arbitrum", "osaka"], ["sepolia", "prague"]] as const) {
    await using chain = await startNetwork(network, hardfork);
    const { code, text } = await chain.broadcast("--accept-no-p256");
    assertEquals(code, 0, text);
    const passkey = createPasskey(1);
    const account = await accountAddress(chain, [passkey.bytes]);
    await fund(chain, account);
    const call = encodeCalls([{ target: friend, value: 5n }]);
    const { success } = await sendCalls(chain, account, passkey, call, deployment([passkey.bytes]));
    assertEquals([success, await chain.client.getBalance({ address: friend })], [true, 5n]);
  }
});

Deno.test("a node that rejects or ignores state overrides gets a higher bound", async () => {
  for (const isIgnored of [false, true]) {
    await using chain = await startNetwork("sepolia");
    await using proxy = startProxy(chain.url, async ({ method, params }, forward) => {
      if (method !== "eth_estimateGas" || !Array.isArray(params) || params.length < 3) {
        return await forward();
      }
      const answer = { jsonrpc: "2.0", id: 1 };
      if (!isIgnored) {
        return Response.json({ ...answer, error: { code: -32602, message: "too many" } });
      }
      return await fetch(chain.url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...answer, method, params: params.slice(0, 2) }),
      });
    });
    const gasOf = async (rpc: string) => {
      const { text } = await chain.command([], undefined, rpc);
      return Number(/^Fees: ([\d,]+) gas/m.exec(text)![1]!.replaceAll(",", ""));
    };
    const share = await gasOf(proxy.url) / await gasOf(chain.url);
    assert(share > 1 && share < 1.3, `${share}`);
    const { code, text } = await chain.command(["--broadcast"], deployerKey, proxy.url);
    assertEquals(code, 0, text);
  }
});

Deno.test("the fee for data on a chain of the OP stack is part of the cost", async () => {
  await using chain = await startNetwork("base");
  const amounts = async () => {
    const { text } = await chain.command([]);
    const [, fees] = /in all ([\d.]+) ETH/.exec(text)!;
    const [, needed] = /if fees rise: ([\d.]+) ETH/.exec(text)!;
    return [parseEther(fees!), parseEther(needed!)] as const;
  };
  const [fees, needed] = await amounts();
  // Returns 10^15 wei for each transaction: the real contract needs the state of its chain.
  const bytecode = "0x66038d7ea4c680005f5260205ff3";
  await chain.client.setCode({ address: "0x420000000000000000000000000000000000000F", bytecode });
  const [feesWithData, neededWithData] = await amounts();
  assertEquals(feesWithData - fees, 4n * 10n ** 15n);
  assert(neededWithData - needed > 4n * 10n ** 15n);
});
