import { assertEquals } from "@std/assert";
import { type Address, encodeFunctionData, pad, toFunctionSelector } from "viem";
import { entryPoint, permissions } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { oddTokenBytecode } from "./artifacts/test/odd_token_bytecode.ts";
import { oddTokenAbi } from "./artifacts/test/odd_token_abi.ts";
import { deployOnce } from "./create2.ts";
import { assertRefused } from "./testing/asserts.ts";
import { daily, fresh, grant, receiver, transfer } from "./testing/grant.ts";
import {
  deployPuppet,
  disable,
  type Permission,
  permissionData,
  puppetData,
  replacePermissions,
  saltOf,
  selectors,
  unit,
  use,
} from "./testing/permission.ts";
import { startRouter } from "./testing/router.ts";
import { type Call, sendCalls, startStack } from "./testing/stack.ts";
import { allowanceOf, mint, tokenData } from "./testing/token.ts";

Deno.test("hostile contracts gain nothing from a permission", async (t) => {
  await using stack = await startStack();
  const { client } = stack;
  const [token] = stack.tokens;
  const to = receiver;
  const { puppet, run, routed } = await startRouter(stack);

  await t.step("even a hostile permission contract cannot take the account over", async () => {
    const { account, owner } = await fresh(stack, 10);
    const puppet = await deployPuppet(stack);
    await replacePermissions(stack, account, owner, puppet);
    const enter = (call: Call) =>
      puppetData("run", [{
        target: account,
        data: encodeFunctionData({
          abi: acctAbi,
          functionName: "executeFromPermission",
          args: [pad("0x01"), { value: 0n, data: "0x", ...call }],
        }),
      }]);
    for (const target of [account, entryPoint, puppet]) {
      await assertRefused(
        client.call({ to: puppet, data: enter({ target }) }),
        encodeForbidden(target),
      );
    }
    // It can still use the account's assets, as documented in the README, until the account
    // disables permissions.
    await client.call({ to: puppet, data: enter({ target: to, value: 1n }) });
    assertEquals((await sendCalls(stack, account, owner, disable())).success, true);
    await assertRefused(
      client.call({ to: puppet, data: enter({ target: to, value: 1n }) }),
      toFunctionSelector("Unauthorized()").slice(2),
    );
  });

  await t.step("a permission cannot be used from inside its own use", async () => {
    const { account, owner } = await fresh(stack, 27);
    const inner = await routed(account, { spender: puppet });
    assertEquals(await grant(stack, owner, inner), null);
    const reenter = (permission: Permission): Call => ({
      target: puppet,
      data: puppetData("run", [{
        target: permissions,
        data: permissionData.execute(permission, [transfer(token, 50n)]),
      }]),
    });
    const outer = await routed(account, { salt: saltOf(2) });
    assertEquals(await grant(stack, owner, outer), null);
    for (const permission of [outer, inner]) {
      const name = await use(stack, permission, [reenter(inner)]);
      assertEquals(name, "ReentrancyGuardReentrantCall");
    }
  });

  await t.step(
    "unusual tokens: no return value, no change of an allowance, none revoked",
    async () => {
      const { account, owner } = await fresh(stack, 28);
      const odd = await deployOnce(client, oddTokenBytecode.initCode);
      await mint(stack, odd, account, 1_000n);
      const permission = await daily(stack, account, {
        calls: [
          { target: odd, selector: selectors.approve, rules: [] },
          { target: odd, selector: selectors.transfer, rules: [] },
          { target: puppet, selector: run, rules: [] },
        ],
        spends: [{ token: odd, allowance: 100n, unit: unit.day, multiplier: 1 }],
      });
      assertEquals(await grant(stack, owner, permission), null);
      const approveOdd: Call = { target: odd, data: tokenData.approve(puppet, 30n) };
      const pullOdd: Call = {
        target: puppet,
        data: puppetData("run", [{
          target: odd,
          data: tokenData.transferFrom(account, puppet, 10n),
        }]),
      };
      assertEquals(await use(stack, permission, [approveOdd, pullOdd]), null);
      assertEquals(await use(stack, permission, [approveOdd, pullOdd]), null);
      assertEquals(await allowanceOf(stack, odd, account, puppet), 0n);
      const sticky = encodeFunctionData({
        abi: oddTokenAbi,
        functionName: "setSticky",
        args: [true],
      });
      await client.sendTransaction({ to: odd, data: sticky });
      assertEquals(await use(stack, permission, [approveOdd]), "ApprovalLeft");
    },
  );
});

/** Encodes a part of `ForbiddenTarget(target)` as errors print it. */
function encodeForbidden(target: Address): string {
  return target.slice(2).toLowerCase();
}
