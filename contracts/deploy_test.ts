import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { createTestClient, encodeFunctionData, publicActions, walletActions } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { patientHttp } from "../scripts/stack/patient_http.ts";
import {
  create2Deployer,
  entryPoint,
  factory,
  implementation,
  multicall3,
  permissions,
} from "./addresses.ts";
import { multicall3Abi } from "./artifacts/multicall3_abi.ts";
import { sponsorPaymasterAbi } from "./artifacts/sponsor_paymaster_abi.ts";
import { testTokenAbi } from "./artifacts/test_token_abi.ts";
import { deploy, deployDev } from "./deploy.ts";
import { deployDevEns } from "./dev_ens.ts";
import { run } from "./deploy_cli.ts";
import { startAnvil } from "./testing/anvil.ts";
import { assertRefused } from "./testing/asserts.ts";
import { deployerKey } from "./testing/stack.ts";
import { sameCode } from "./verify.ts";

const account = privateKeyToAccount(deployerKey);
const clientOf = (url: string) =>
  createTestClient({
    mode: "anvil",
    account,
    chain: foundry,
    transport: patientHttp(url),
    // A cached block number would hide new blocks.
    cacheTime: 0,
  })
    .extend(publicActions).extend(walletActions);

Deno.test("deployment is the same on every chain, in any order, any number of times", async () => {
  const tokens = [{ name: "A", symbol: "A", decimals: 6 }];
  const results = [];
  for (const hardfork of ["osaka", "prague"] as const) {
    await using anvil = await startAnvil(hardfork);
    const client = clientOf(anvil.url);
    const options = { rpcUrl: anvil.url, account: deployerKey } as const;
    // The deployer itself is deployed, too, where it is missing.
    await client.setCode({ address: create2Deployer, bytecode: "0x" });
    const dev = await deployDev({ ...options, tokens });
    const first = await deploy(options);
    const blocks = await client.getBlockNumber();
    assertEquals(await deploy(options), first);
    assertEquals(await deployDev({ ...options, tokens }), dev);
    assertEquals(await client.getBlockNumber(), blocks);
    results.push({ ...first, ...dev });
    assertEquals(
      [first.entryPoint, first.implementation, first.factory, first.permissions, dev.multicall3],
      [entryPoint, implementation, factory, permissions, multicall3],
    );
    const [balance, decimals] = await client.multicall({
      multicallAddress: multicall3,
      allowFailure: false,
      contracts: [
        {
          address: multicall3,
          abi: multicall3Abi,
          functionName: "getEthBalance",
          args: [account.address],
        },
        { address: dev.tokens[0]!, abi: testTokenAbi, functionName: "decimals" },
      ],
    });
    assertEquals([balance > 0n, decimals], [true, 6]);
    const failing = await client.multicall({
      multicallAddress: multicall3,
      contracts: [{
        address: dev.tokens[0]!,
        abi: testTokenAbi,
        functionName: "transferFrom",
        args: [account.address, entryPoint, 1n],
      }],
    });
    assertEquals(failing[0]!.status, "failure");
  }
  assertEquals(results[0], results[1]);
});

Deno.test("foreign code at one of our addresses is not skipped", async () => {
  await using anvil = await startAnvil();
  const client = clientOf(anvil.url);
  const options = { rpcUrl: anvil.url, account: deployerKey } as const;
  await client.setCode({ address: factory, bytecode: "0x60" });
  await assertRefused(deploy(options), "different code");
  await client.setCode({ address: create2Deployer, bytecode: "0x60" });
  await assertRefused(deploy(options), "different code than the CREATE2 deployer");
});

Deno.test("code is compared but for its immutables", () => {
  const code = { runtimeCode: "0x00112233", immutables: [{ start: 1, length: 2 }] } as const;
  assertEquals(sameCode("0x00AABB33", code), true);
  assertEquals(sameCode("0x00AABB34", code), false);
  assertEquals(sameCode("0x00aabb3300", code), false);
  assertEquals(sameCode("0x", code), false);
  assertEquals(sameCode(undefined, code), false);
});

Deno.test("the command checks first, reports missing contracts, and records its actions", async () => {
  const lines: string[] = [];
  const command = (args: string[], key?: string) =>
    run(args, key, (line) => {
      lines.push(line);
    });
  const last = () => lines[lines.length - 1] ?? "";
  assertEquals(await command([]), 2);
  assertStringIncludes(last(), "--chain ID --rpc URL");

  await using anvil = await startAnvil("prague");
  const rpc = ["--rpc", anvil.url];
  assertEquals(await command([...rpc, "--chain", "1"], deployerKey), 1);
  assertStringIncludes(last(), "leads to chain 31337, not 1");
  const chain = [...rpc, "--chain", "31337"];
  assertEquals(await command(chain), 0);
  assertEquals(lines.some((line) => line.includes("no P-256 precompile")), true);
  assertEquals(lines.some((line) => line.includes("EntryPoint v0.8 is not there yet")), true);
  assertEquals(await command([...chain, "--broadcast"]), 2);
  assertStringIncludes(last(), "DEPLOYER_KEY");
  assertEquals(await command([...chain, "--owner", account.address], deployerKey), 2);
  assertStringIncludes(last(), "--owner requires --signer.");

  const file = await Deno.makeTempFile({ suffix: ".json" });
  const paymasters = ["--owner", account.address, "--signer", account.address];
  const money = ["--deposit", "0.5", "--stake", "0.1", "--postpaid-cap", "0.01"];
  const all = [...chain, ...paymasters, ...money, "--out", file];
  assertEquals(await command([...all, "--broadcast"], deployerKey), 0);
  const record = JSON.parse(await Deno.readTextFile(file));
  assertEquals(record.factory, factory);
  assertEquals(record.nativeP256, false);
  assertEquals(typeof record.tokenPaymaster, "string");
  assertEquals(typeof record.sponsorPaymaster, "string");
  assertEquals(record.vault, null);

  // The vault is deployed later; a dry run lists the deployed contracts.
  const vault = ["--rate", "0.1", "--ceiling", "2", "--vault-balance", "3"];
  assertEquals(await command([...all, "--rate", "0.1"], deployerKey), 2);
  assertStringIncludes(last(), "come together");
  assertEquals(await command([...chain, "--rate", "1", "--ceiling", "1"], deployerKey), 2);
  assertStringIncludes(last(), "--rate requires --owner and --signer.");
  const look = async () => {
    lines.length = 0;
    assertEquals(await command([...all, ...vault]), 0);
    return lines.join("\n");
  };
  assertMatch(await look(), /Vault 0x\w+ is not there yet/);
  assertEquals(await command([...all, ...vault, "--broadcast"], deployerKey), 0);
  assertEquals(JSON.parse(await Deno.readTextFile(file)).sponsorPaymaster, record.sponsorPaymaster);
  await Deno.remove(file);
  const client = clientOf(anvil.url);
  const pause = encodeFunctionData({ abi: sponsorPaymasterAbi, functionName: "pause" });
  await client.sendTransaction({ to: record.tokenPaymaster, data: pause });
  await client.mine({ blocks: 1 });
  const seen = await look();
  const sponsor = `Sponsor ${record.sponsorPaymaster}
  deposit: 0.5
  maximum cost of an operation: 0.1
  signer: ${account.address}
  previous signer: none
  guardian: none
  vault: 0.1 a day up to 2, 0.1 now`;
  assertStringIncludes(seen, sponsor);
  assertMatch(seen, /Token paymaster 0x\w+\n *deposit: 0.5\n *PAUSED\n/);
  assertMatch(seen, /Vault 0x\w+\n *balance: 3\n/);
  // Another limit is another paymaster.
  lines.length = 0;
  assertEquals(await command([...all, "--max-cost", "0.2"]), 0);
  assertMatch(lines.join("\n"), /Sponsor 0x\w+ is not there yet/);
  // A key is never printed.
  assertEquals(lines.some((line) => line.includes(deployerKey.slice(2))), false);
});

Deno.test("the command adds the resolver of subnames, and finds it again", async () => {
  await using anvil = await startAnvil("osaka");
  const lines: string[] = [];
  const file = await Deno.makeTempFile({ suffix: ".json" });
  const command = (...args: string[]) =>
    run(
      ["--rpc", anvil.url, "--chain", "31337", "--out", file, "--broadcast", ...args],
      deployerKey,
      (line) => lines.push(line),
    );
  const last = () => lines[lines.length - 1] ?? "";
  const url = "https://api.example.com/v1/names/{sender}/{data}";
  assertEquals(await command("--names", account.address), 2);
  assertStringIncludes(last(), "come together");
  const names = ["--names", account.address, "--names-owner", account.address];
  assertEquals(await command(...names, "--names-url", "https://api.example.com"), 2);
  assertStringIncludes(last(), "is a template");
  assertEquals(await command(...names, "--names-url", url), 1);
  assertStringIncludes(last(), "no ENS registry");

  const { resolver, registry } = await deployDevEns({
    rpcUrl: anvil.url,
    account: deployerKey,
    domain: "demo.eth",
    signer: account.address,
    urls: [url],
  });
  const client = clientOf(anvil.url);
  assertEquals(await command(...names, "--names-url", url), 0);
  // The same arguments result in the same address for any deployer.
  assertEquals(JSON.parse(await Deno.readTextFile(file)).subnameResolver, resolver);
  assertEquals(await client.getCode({ address: registry }) !== undefined, true);
  const blocks = await client.getBlockNumber();
  assertEquals(await command(...names, "--names-url", url), 0);
  assertEquals(await client.getBlockNumber(), blocks);
  await Deno.remove(file);
});

Deno.test("a chain without Cancun's opcodes is rejected before anything is sent", async () => {
  await using anvil = await startAnvil("shanghai");
  const lines: string[] = [];
  const args = ["--rpc", anvil.url, "--chain", "31337", "--broadcast"];
  const code = await run(args, deployerKey, (line) => lines.push(line));
  assertEquals(code, 1);
  assertStringIncludes(lines.join("\n"), "Cancun");
  assertEquals(await clientOf(anvil.url).getBlockNumber(), 0n);
});

Deno.test("a chain with an announced P-256 precompile that is not available yet is rejected", async () => {
  // A public chain's number, the chain's own, with and without the precompile.
  for (
    const [chainId, hardfork, options, code] of [
      ["8453", "prague", [], 1],
      ["8453", "osaka", [], 0],
      ["31337", "prague", [], 0],
      ["31337", "prague", ["--expect-p256"], 1],
      ["31337", "osaka", ["--expect-p256"], 0],
      ["8453", "prague", ["--accept-no-p256"], 0],
    ] as const
  ) {
    await using anvil = await startAnvil(hardfork, chainId);
    const lines: string[] = [];
    const args = ["--rpc", anvil.url, "--chain", chainId, ...options];
    const name = `${chainId} ${hardfork} ${options}`;
    assertEquals(
      await run(args, undefined, (line) => lines.push(line)),
      code,
      name,
    );
    const text = lines.join("\n");
    assertEquals(text.includes("announced"), code === 1, name);
    assertEquals(text.includes("225,000 gas more"), hardfork === "prague", name);
    if (code === 0) continue;
    assertEquals(await run([...args, "--broadcast"], deployerKey, () => {}), 1, name);
    assertEquals(await clientOf(anvil.url).getBlockNumber(), 0n, name);
  }
});
