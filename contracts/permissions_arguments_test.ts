/** Rules on arguments of functions whose call data has offsets. */
import { assertEquals } from "@std/assert";
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  numberToHex,
  pad,
} from "viem";
import {
  type ArgumentRule,
  compileRules,
  readParameters,
} from "../core/permission/limits/argument_rules.ts";
import { exactRouterAbi } from "./artifacts/test/exact_router_abi.ts";
import { exactRouterBytecode } from "./artifacts/test/exact_router_bytecode.ts";
import { deployOnce } from "./create2.ts";
import { daily, fresh, grant, receiver } from "./testing/grant.ts";
import { type Permission, saltOf, selectors, unit, use } from "./testing/permission.ts";
import { startStack } from "./testing/stack.ts";
import { balanceOf, mint, tokenData } from "./testing/token.ts";

const signature =
  "exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)";

Deno.test("permissions: a rule on an argument applies to every encoding of the call", async () => {
  await using stack = await startStack();
  const [paid, bought] = stack.tokens;
  const { account, owner } = await fresh(stack, 470);
  const args = encodeAbiParameters([{ type: "address" }, { type: "address" }], [paid, bought]);
  const router = await deployOnce(stack.client, concat([exactRouterBytecode.initCode, args]));
  await mint(stack, bought, router, 1_000n);
  const input = (recipient: Address) =>
    encodeFunctionData({
      abi: exactRouterAbi,
      functionName: "exactInput",
      args: [{ path: "0x", recipient, amountIn: 10n, amountOutMinimum: 0n }],
    });
  const selector = input(account).slice(0, 10) as Hex;
  const word = (value: bigint | Hex) =>
    typeof value === "bigint" ? numberToHex(value, { size: 32 }) : pad(value, { size: 32 });
  const struct = [word(0x80n), word(receiver), word(10n), word(0n), word(0n)];
  /**
   * The offset points to a struct behind decoys that have the account at the position of the plain
   * one.
   */
  const moved = [
    concat([selector, word(0x60n), word(0n), word(account), ...struct]),
    concat([selector, word(0x80n), word(0x80n), word(account), word(10n), ...struct]),
  ];
  let salt = 0;
  const granted = async (rules: Permission["calls"][number]["rules"]) => {
    const permission = await daily(stack, account, {
      salt: saltOf(++salt),
      calls: [
        { target: paid, selector: selectors.approve, rules: [] },
        { target: router, selector, rules },
      ],
      spends: [{ token: paid, allowance: 100n, unit: unit.day, multiplier: 1 }],
      watched: [bought],
    });
    assertEquals(await grant(stack, owner, permission), null);
    return (data: Hex) =>
      use(stack, permission, [
        { target: paid, data: tokenData.approve(router, 10n) },
        { target: router, data },
      ]);
  };

  // A rule on the word alone is passed by moving the offset.
  const bare = await granted([{ word: 2, kind: 3, values: [] }]);
  assertEquals(await bare(input(receiver)), "ForbiddenCall");
  const before = await balanceOf(stack, bought, receiver);
  assertEquals(await bare(moved[0]!), null);
  assertEquals(await balanceOf(stack, bought, receiver), before + 10n);

  const rule: ArgumentRule = { argument: "params.recipient", kind: "account" };
  const ruled = await granted(compileRules(readParameters(signature)!, [rule]).rules);
  for (const data of [input(receiver), ...moved]) {
    assertEquals(await ruled(data), "ForbiddenCall");
  }
  assertEquals(await balanceOf(stack, bought, receiver), before + 10n);
  const owned = await balanceOf(stack, bought, account);
  assertEquals(await ruled(input(account)), null);
  assertEquals(await balanceOf(stack, bought, account), owned + 10n);
});
