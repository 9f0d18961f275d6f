import { assertEquals } from "@std/assert";
import { concat, type Hex } from "viem";
import { entryPoint, permissions } from "./addresses.ts";
import { daily, fresh, grant, receiver, spender, transfer } from "./testing/grant.ts";
import {
  deployPuppet,
  empty,
  native,
  type Permission,
  permissionData,
  puppetData,
  saltOf,
  selectors,
  unit,
  use,
} from "./testing/permission.ts";
import { type Call, startStack } from "./testing/stack.ts";
import { tokenData } from "./testing/token.ts";

Deno.test("permissions allow the calls that they list", async (t) => {
  await using stack = await startStack();
  const [token, other] = stack.tokens;
  const to = receiver;

  await t.step("only granted calls can be made", async () => {
    const { account, owner } = await fresh(stack, 7);
    const puppet = await deployPuppet(stack);
    const run = puppetData("run", []).slice(0, 10) as Hex;
    const permission = await daily(stack, account, {
      calls: [
        { target: puppet, selector: run, rules: [] },
        { target: to, selector: empty, rules: [] },
        { target: token, selector: selectors.transfer, rules: [] },
      ],
      spends: [
        { token, allowance: 100n, unit: unit.day, multiplier: 1 },
        { token: native, allowance: 100n, unit: unit.day, multiplier: 1 },
      ],
    });
    assertEquals(await grant(stack, owner, permission), null);
    const good: Call = { target: puppet, data: puppetData("run", []) };
    assertEquals(await use(stack, permission, [good]), null);
    assertEquals(await use(stack, permission, [{ target: to, value: 1n }]), null);
    assertEquals(await use(stack, permission, [{ target: to }]), null);
    const bad: [string, Call][] = [
      ["ForbiddenCall", { target: puppet, data: puppetData("claim", []) }],
      ["ForbiddenCall", { target: puppet }],
      ["ForbiddenCall", { target: puppet, value: 1n }],
      ["ForbiddenCall", { target: spender, value: 1n }],
      ["ForbiddenCall", { target: to, data: run }],
      ["ForbiddenCall", { target: token, data: tokenData.approve(to, 1n) }],
      ["ForbiddenCall", { target: other, data: tokenData.transfer(to, 1n) }],
      ["ForbiddenCall", { target: account, data: run }],
      ["ForbiddenCall", { target: permissions, data: permissionData.revokeAll() }],
      ["ForbiddenCall", { target: entryPoint, value: 1n }],
      ["MalformedCall", { target: to, data: "0x00" }],
      ["MalformedCall", { target: puppet, data: run.slice(0, 8) as Hex }],
      ["MalformedCall", { target: to, data: empty }],
      ["MalformedCall", { target: to, data: concat([empty, "0x00"]) }],
      ["MalformedCall", { target: token, data: tokenData.transfer(to, 1n).slice(0, -2) as Hex }],
    ];
    for (const [name, call] of bad) {
      assertEquals(await use(stack, permission, [good, call]), name, JSON.stringify(call.data));
    }
    assertEquals(await use(stack, permission, [good], to), "NotSpender");
  });

  await t.step("without calls, plain transfers of the listed tokens are all", async () => {
    const { account, owner } = await fresh(stack, 8);
    const permission = await daily(stack, account);
    const ether = await daily(stack, account, {
      salt: saltOf(2),
      spends: [{ token: native, allowance: 5n, unit: unit.forever, multiplier: 1 }],
    });
    assertEquals(await grant(stack, owner, permission), null);
    assertEquals(await grant(stack, owner, ether), null);
    const bad: [string, Permission, Call][] = [
      ["NoAllowance", permission, transfer(other, 1n)],
      // Refused for its target: no balance falls.
      ["NoAllowance", permission, transfer(other, 0n)],
      ["NoAllowance", permission, { target: other, data: tokenData.transfer(account, 1n) }],
      ["NoAllowance", permission, { target: to, value: 1n }],
      ["NoAllowance", ether, transfer(token, 1n)],
      ["ForbiddenCall", permission, { target: token, data: tokenData.approve(to, 1n) }],
      ["ForbiddenCall", permission, {
        target: token,
        data: tokenData.transferFrom(account, to, 1n),
      }],
      ["ForbiddenCall", permission, { ...transfer(token, 1n), value: 1n }],
      ["ForbiddenCall", permission, {
        target: token,
        data: concat([tokenData.transfer(to, 1n), "0x00"]),
      }],
      ["ForbiddenCall", permission, { target: to }],
      ["ForbiddenCall", ether, { target: to, value: 1n, data: "0x12345678" }],
      ["AllowanceExceeded", ether, { target: to, value: 6n }],
      ["ForbiddenTarget", ether, { target: account, value: 1n }],
      ["ForbiddenTarget", ether, { target: entryPoint, value: 1n }],
      ["ForbiddenTarget", ether, { target: permissions, value: 1n }],
    ];
    for (const [name, used, call] of bad) {
      assertEquals(await use(stack, used, [call]), name);
    }
    assertEquals(await use(stack, ether, [{ target: to, value: 5n }]), null);
    assertEquals(await use(stack, ether, [{ target: to, value: 1n }]), "AllowanceExceeded");
  });
});
