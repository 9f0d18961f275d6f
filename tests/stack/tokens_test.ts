import { assertEquals } from "@std/assert";
import { encodeFunctionData, parseAbi } from "viem";
import { deployDev } from "../../contracts/deploy.ts";
import { deployerKey } from "../../contracts/testing/stack.ts";
import type { CallJson } from "../../core/protocol/service/mod.ts";
import { startStack } from "../../scripts/stack/mod.ts";
import { prepare, user } from "./client.ts";

Deno.test("tokens: what strangers call themselves is cleaned and bounded", async () => {
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
  // A contract that is no token, and an address without a contract, are none.
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
