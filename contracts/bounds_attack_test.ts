import { assertEquals } from "@std/assert";
import { type Address, encodeFunctionData, slice } from "viem";
import { entryPoint08Abi, toPackedUserOperation } from "viem/account-abstraction";
import { entryPoint, permissions } from "./addresses.ts";
import { errorName } from "./testing/asserts.ts";
import { type Bound, bound, encodeBounded, outcome } from "./testing/bounds.ts";
import { daily, fresh, grant } from "./testing/grant.ts";
import { deployPuppet, permissionData, puppetData } from "./testing/permission.ts";
import {
  type Call,
  encodeCalls,
  prepare,
  revertOf,
  sendCalls,
  signed,
  startStack,
} from "./testing/stack.ts";
import { mint, tokenData } from "./testing/token.ts";

const to: Address = "0x00000000000000000000000000000000000000aa";
Deno.test("bounds against contracts that call back", async (t) => {
  await using stack = await startStack();
  const { client } = stack;
  const [token] = stack.tokens;
  const puppet = await deployPuppet(stack);
  const { account, owner } = await fresh(stack, 1);
  await mint(stack, token, puppet, 1_000n);
  await client.setBalance({ address: puppet, value: 1_000n });
  const end = (calls: readonly Call[], ...bounds: Bound[]) =>
    outcome(stack, account, owner, calls, bounds);
  const run = (acts: Call[], value = 0n): Call => ({
    target: puppet,
    value,
    data: puppetData("run", acts),
  });
  const pull = (amount: bigint): Call => ({
    target: token,
    data: tokenData.transferFrom(account, puppet, amount),
  });
  const give = (amount: bigint): Call => ({
    target: token,
    data: tokenData.transfer(account, amount),
  });
  const most = (amount: bigint) => bound("erc20", amount, { asset: token });
  const unlimited: Call = { target: token, data: tokenData.approve(puppet, 2n ** 256n - 1n) };
  assertEquals((await sendCalls(stack, account, owner, encodeCalls([unlimited]))).success, true);

  await t.step("amounts pulled by a hook count, in one call or several", async () => {
    assertEquals(await end([run([pull(10n)])], most(10n)), "ok");
    assertEquals(await end([run([pull(11n)])], most(10n)), "BoundExceeded 0 11 10");
    const split = [run([pull(6n)]), { target: to }, run([pull(5n)])];
    assertEquals(await end(split, most(10n)), "BoundExceeded 0 11 10");
  });

  await t.step("incoming amounts offset outgoing ones, but not more", async () => {
    assertEquals(await end([run([give(5n), pull(15n)])], most(10n)), "ok");
    assertEquals(await end([run([pull(15n), give(4n)])], most(10n)), "BoundExceeded 0 11 10");
    assertEquals(await end([run([give(50n)]), run([pull(60n)])], most(10n)), "ok");
    const back = run([{ target: account, value: 7n }], 17n);
    assertEquals(await end([back], bound("native", 10n)), "ok");
    assertEquals(await end([back], bound("native", 9n)), "BoundExceeded 0 10 9");
  });

  await t.step("the account obeys no call from inside", async () => {
    const inner = { target: to, value: 1n };
    for (
      const data of [
        encodeCalls([inner]),
        encodeCalls([inner, inner]),
        encodeBounded([inner], []),
      ]
    ) {
      const { success, revertData } = await sendCalls(
        stack,
        account,
        owner,
        encodeBounded([run([{ target: account, data }])], [bound("native", 100n)]),
      );
      assertEquals([success, errorName(revertData)], [false, "Unauthorized"]);
    }
    // Nor through the EntryPoint, with a second signed operation.
    const key = 5n << 64n;
    const second = await signed(
      stack,
      await prepare(stack, account, encodeCalls([inner]), { nonce: key }),
      owner,
    );
    const data = encodeFunctionData({
      abi: entryPoint08Abi,
      functionName: "handleOps",
      args: [[toPackedUserOperation(second)], to],
    });
    const { success, revertData } = await sendCalls(
      stack,
      account,
      owner,
      encodeBounded([run([{ target: entryPoint, data }])], [bound("native", 100n)]),
      { callGasLimit: 4_000_000n },
    );
    assertEquals([success, errorName(revertData, entryPoint08Abi)], [
      false,
      "ReentrancyGuardReentrantCall",
    ]);
  });

  await t.step("amounts that a spender takes in between count too", async () => {
    const permission = await daily(stack, account, { spender: puppet });
    assertEquals(await grant(stack, owner, permission), null);
    const data = permissionData.execute(permission, [{
      target: token,
      data: tokenData.transfer(to, 11n),
    }]);
    const used = run([{ target: permissions, data }]);
    assertEquals(await end([used], most(10n)), "BoundExceeded 0 11 10");
    assertEquals(await end([used], most(11n)), "ok");
  });

  await t.step("no permission reaches them", async () => {
    const selector = slice(encodeBounded([], []), 0, 4);
    const permission = await daily(stack, account, {
      calls: [{ target: account, selector, rules: [] }],
    });
    assertEquals(await grant(stack, owner, permission), "ForbiddenCall");
  });

  await t.step("a hook that moves later moves by a right that a bound can name", async () => {
    const [, coin] = stack.tokens;
    const approve: Call = { target: coin, data: tokenData.approve(puppet, 500n) };
    const left = bound("erc20Allowance", 0n, { asset: coin, spender: puppet });
    const calls = [approve, run([])];
    assertEquals(
      await end(calls, bound("erc20", 0n, { asset: coin }), left),
      "BoundExceeded 1 500 0",
    );
    assertEquals(await end(calls, bound("erc20", 0n, { asset: coin })), "ok");
    const later = puppetData("run", [{
      target: coin,
      data: tokenData.transferFrom(account, puppet, 500n),
    }]);
    assertEquals(await revertOf(stack, { to: puppet, data: later }), null);
  });

  await t.step("an answer that burns all gas fails the operation", async () => {
    const burner = "0x00000000000000000000000000000000000b0b0b";
    // JUMPDEST, PUSH1 0, JUMP.
    await client.setCode({ address: burner, bytecode: "0x5b600056" });
    const { success } = await sendCalls(
      stack,
      account,
      owner,
      encodeBounded([{ target: to, value: 1n }], [bound("erc20", 0n, { asset: burner })]),
    );
    assertEquals(success, false);
  });
});
