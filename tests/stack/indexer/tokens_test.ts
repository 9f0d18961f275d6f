import { assertEquals } from "@std/assert";
import { encodeFunctionData, parseAbi } from "viem";
import { deployDev } from "../../../contracts/deploy.ts";
import { deployerKey } from "../../../contracts/testing/stack.ts";
import type { CallJson, TokenJson } from "../../../core/wire/values.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { call, prepare, user } from "../support/client.ts";

Deno.test("tokens: names chosen by strangers are cleaned and bounded", async () => {
  await using stack = await startStack();
  const { tokens: [evil, long] } = await deployDev({
    rpcUrl: stack.rpcUrl,
    account: deployerKey,
    tokens: [
      { name: "US\u202eD \u200bCoin\n\u0000", symbol: "U\u2066SD\u202e", decimals: 0 },
      { name: "x".repeat(1_000), symbol: "y".repeat(500), decimals: 77 },
    ],
  });
  const who = user(900);
  const data = encodeFunctionData({
    abi: parseAbi(["function mint(address,uint256)"]),
    functionName: "mint",
    args: [who.account.address, 7n],
  });
  const calls: CallJson[] = [evil!, long!].map((to) => ({ to, value: "0x0", data }));
  // A contract that is not a token, and an address without a contract, are not tokens.
  const entryPoint = { to: stack.addresses.entryPoint, value: "0x1", data: "0x" } as const;
  const nobody = { to: "0x00000000000000000000000000000000000000aa", value: "0x0" } as const;
  await stack.fund(who.account.address, 10n);
  const { tokens, changes } = await prepare(stack, who, [
    ...calls,
    entryPoint,
    { ...nobody, data: "0x12345678" },
  ]);
  assertEquals(tokens.map(({ name, symbol, decimals }) => [name, symbol, decimals]), [
    ["USD Coin", "USD", 0],
    [`${"x".repeat(59)}…`, `${"y".repeat(15)}…`, 77],
  ]);
  assertEquals(changes.map(({ token, delta }) => [token.address, delta]), [
    [evil, "7"],
    [long, "7"],
    [null, "-1"],
  ]);
});

Deno.test("tokens: a batch that names many contracts pushes no listed token out", async () => {
  await using stack = await startStack();
  const [usd] = stack.tokens;
  const who = user(901);
  const data = encodeFunctionData({
    abi: parseAbi(["function approve(address,uint256)"]),
    functionName: "approve",
    args: [usd!.address, 1n],
  });
  const junk = Array.from({ length: 200 }, (_, index): CallJson => ({
    to: `0x${(0xa000 + index).toString(16).padStart(40, "0")}`,
    value: "0x0",
    data,
  }));
  const { tokens } = await prepare(stack, who, [...junk, { to: usd!.address, value: "0x0", data }]);
  assertEquals(tokens.map(({ symbol, listed }) => [symbol, listed]), [[usd!.symbol, true]]);
});

Deno.test("tokens: described for a signature they are as listed, and as few, as for calls", async () => {
  await using stack = await startStack();
  const [usd] = stack.tokens;
  const rpcUrl = stack.rpcUrl;
  const { tokens: [other] } = await deployDev({
    rpcUrl,
    account: deployerKey,
    tokens: [{ name: "USD Coin", symbol: "USDC", decimals: 6 }],
  });
  const describe = async (tokens: readonly string[]) =>
    (await call<TokenJson[]>(stack, "acct_getTokens", { chainId: "0x7a69", tokens }))
      .map(({ address, listed }) => [address, listed]);
  assertEquals(await describe([other!, usd!.address]), [[usd!.address, true], [
    other,
    undefined,
  ]]);
  const junk = Array.from(
    { length: 511 },
    (_, index) => `0x${(0xb000 + index).toString(16).padStart(40, "0")}`,
  );
  assertEquals(await describe([...junk, usd!.address]), [[usd!.address, true]]);
  // Without a list, the operator's.
  const listed = await call<TokenJson[]>(stack, "acct_getTokens", { chainId: "0x7a69" });
  assertEquals(listed.map(({ address }) => address), stack.tokens.map(({ address }) => address));
});
