import { assertEquals } from "@std/assert";
import type { Address } from "viem";
import { multicall3, permissions } from "./addresses.ts";
import { permissionsAbi } from "./artifacts/permissions_abi.ts";
import { accountInitCode } from "./contract_list.ts";
import { errorName } from "./testing/asserts.ts";
import { daily, fresh, grant, left, own, spender, switchOn, transfer } from "./testing/grant.ts";
import { applyChange, changeTo, entry, type OwnerEntry } from "./testing/owner_change.ts";
import { createPasskey } from "./testing/passkey.ts";
import {
  disable,
  now,
  type Permission,
  permissionData,
  permissionId,
  replacePermissions,
  saltOf,
  sendAs,
  signPermission,
  use,
} from "./testing/permission.ts";
import { accountAddress, createAccount, revertOf, sendCalls, startStack } from "./testing/stack.ts";

Deno.test("permissions end", async (t) => {
  await using stack = await startStack();
  const { client } = stack;
  const [token] = stack.tokens;

  const epochOf = (account: Address) =>
    client.readContract({
      address: permissions,
      abi: permissionsAbi,
      functionName: "epochOf",
      args: [account],
    });
  const active = (permission: Permission) =>
    client.readContract({
      address: permissions,
      abi: permissionsAbi,
      functionName: "isActive",
      args: [permission],
    });

  await t.step("an ended one has no allowance left, and is reported as over", async () => {
    const say = async (permission: Permission) => [
      await active(permission),
      await client.readContract({
        address: permissions,
        abi: permissionsAbi,
        functionName: "isStanding",
        args: [permission.account, permission.salt],
      }),
      ...await left(stack, permission),
    ];
    const { account, owner } = await fresh(stack, 41);
    const permission = await daily(stack, account);
    const short = await daily(stack, account, { salt: saltOf(2), end: permission.start + 600 });
    for (const each of [permission, short]) {
      assertEquals(await say(each), [false, true, 100n], "it waits for its owner's signature");
      assertEquals(await grant(stack, owner, each), null);
      assertEquals(await say(each), [true, true, 100n]);
    }
    await client.increaseTime({ seconds: 601 });
    await client.mine({ blocks: 1 });
    assertEquals(await say(short), [false, true, 0n], "its time is over");
    assertEquals(await say(permission), [true, true, 100n]);
    await replacePermissions(stack, account, owner, multicall3);
    assertEquals(await say(permission), [false, false, 0n], "another contract has them");
  });

  await t.step(
    "a permission ends: by revocation, before its grant too, and by its time",
    async () => {
      const { account, owner } = await fresh(stack, 4);
      const permission = await daily(stack, account);
      const one = [transfer(token, 1n)];
      assertEquals(await grant(stack, owner, permission), null);
      assertEquals(await use(stack, permission, one), null);
      // Another account's revocation does not count.
      assertEquals(
        await sendAs(stack, spender, permissionData.revoke(permissionId(permission))),
        null,
      );
      assertEquals(await use(stack, permission, one), null);
      await own(stack, owner, account, permissionData.revoke(permissionId(permission)));
      assertEquals(await use(stack, permission, one), "IsRevoked");
      assertEquals(await grant(stack, owner, permission), "IsRevoked");
      const again = await signPermission(permission, owner);
      const bring = permissionData.approveWithSignature(permission, again);
      assertEquals(await sendAs(stack, spender, bring), "IsRevoked");

      const unused = { ...permission, salt: saltOf(2) };
      const signature = await signPermission(unused, owner);
      await own(stack, owner, account, permissionData.revoke(permissionId(unused)));
      const first = permissionData.executeWithSignature(unused, signature, one);
      assertEquals(await sendAs(stack, spender, first), "IsRevoked");

      const time = await now(stack);
      const short = { ...permission, salt: saltOf(3), start: time + 1000, end: time + 2000 };
      assertEquals(await grant(stack, owner, short), null);
      assertEquals(await use(stack, short, one), "NotYetValid");
      await client.setNextBlockTimestamp({ timestamp: BigInt(time + 2000) });
      await client.mine({ blocks: 1 });
      // The last second of the permission is included. Sending mines a block, so the check is a
      // call at that second.
      await client.impersonateAccount({ address: spender });
      await client.call({
        account: spender,
        to: permissions,
        data: permissionData.execute(short, one),
        blockOverrides: { time: BigInt(time + 2000) },
      });
      await client.setNextBlockTimestamp({ timestamp: BigInt(time + 2001) });
      await client.mine({ blocks: 1 });
      assertEquals(await use(stack, short, one), "Expired");
      assertEquals(await grant(stack, owner, { ...short, salt: saltOf(4) }), "InvalidPermission");
    },
  );

  await t.step("revokeAll ends all together, signed ones included", async () => {
    const { account, owner } = await fresh(stack, 5);
    const permission = await daily(stack, account);
    const one = [transfer(token, 1n)];
    assertEquals(await grant(stack, owner, permission), null);
    const unused = { ...permission, salt: saltOf(2) };
    const signature = await signPermission(unused, owner);
    // A permission for a future epoch, obtained from the owner in advance.
    const early = { ...permission, salt: saltOf(2, 1n) };
    const forNext = await signPermission(early, owner);
    await own(stack, owner, account, permissionData.revokeAll());
    const begun = await epochOf(account);
    assertEquals(begun > 0n && begun <= 1n << 24n, true);
    assertEquals(
      await sendAs(stack, spender, permissionData.approveWithSignature(early, forNext)),
      "WrongEpoch",
    );
    assertEquals(await use(stack, permission, one), "WrongEpoch");
    const bring = permissionData.approveWithSignature(unused, signature);
    assertEquals(await sendAs(stack, spender, bring), "WrongEpoch");
    assertEquals(await active(permission), false);
    const after = { ...permission, salt: saltOf(3, begun + 1n) };
    assertEquals(await grant(stack, owner, after), "WrongEpoch");
    const next = { ...permission, salt: saltOf(3, begun) };
    assertEquals(await grant(stack, owner, next), null);
    assertEquals(await active(next), true);
    assertEquals(await use(stack, next, one), null);
    // It only rises, and no step is like the one before.
    await own(stack, owner, account, permissionData.revokeAll());
    const later = await epochOf(account);
    assertEquals(later > begun && later - begun !== begun, true);
  });

  await t.step("all end when an owner's index gets another key, signed ones included", async () => {
    const { account, owner } = await fresh(stack, 10);
    const one = [transfer(token, 1n)];
    const second = createPasskey(1010);
    // An owner that is added at a new index, or removed, ends nothing.
    let head = await applyChange(
      stack,
      account,
      changeTo([entry(0, owner), entry(1, second)]),
      owner,
    );
    const granted = await daily(stack, account);
    const waiting = { ...granted, salt: saltOf(2) };
    const signature = await signPermission(waiting, second, 1);
    assertEquals(await grant(stack, owner, granted), null);
    const change = (owners: OwnerEntry[], next = 2n) =>
      applyChange(stack, account, changeTo(owners, { from: [head], next }), owner);
    head = await change([entry(0, owner)]);
    assertEquals(await use(stack, granted, one), null);
    // The removed owner can no longer grant.
    const bring = permissionData.approveWithSignature(waiting, signature);
    assertEquals(await sendAs(stack, spender, bring), "InvalidSignature");

    const mine = await signPermission(waiting, owner);
    head = await change([entry(0, owner), entry(1, createPasskey(1011))]);
    assertEquals(await epochOf(account), 1n << 40n);
    assertEquals(await use(stack, granted, one), "WrongEpoch");
    assertEquals(await active(granted), false);
    assertEquals(
      await sendAs(stack, spender, permissionData.approveWithSignature(waiting, mine)),
      "WrongEpoch",
    );
    // Revocations and generations are counted separately, and neither replaces the other.
    await own(stack, owner, account, permissionData.revokeAll());
    const begun = await epochOf(account);
    assertEquals(begun >> 40n, 1n);
    const drawn = begun - (1n << 40n);
    for (const epoch of [0n, drawn, 1n << 40n, begun + 1n, 2n << 40n, 2n << 40n | drawn]) {
      const old = { ...granted, salt: saltOf(3, epoch) };
      assertEquals(await grant(stack, owner, old), "WrongEpoch");
    }
    const next = { ...granted, salt: saltOf(3, begun) };
    assertEquals(await grant(stack, owner, next), null);
    assertEquals(await use(stack, next, one), null);
  });

  await t.step(
    "all end when the permission contract is left, and stay so when it returns",
    async () => {
      const { account, owner } = await fresh(stack, 11);
      const one = [transfer(token, 1n)];
      const permission = await daily(stack, account);
      assertEquals(await grant(stack, owner, permission), null);
      // Enabling enabled permissions has no effect.
      await switchOn(stack, account, owner);
      assertEquals(await use(stack, permission, one), null);
      assertEquals(await epochOf(account), 0n);
      const off = () => sendCalls(stack, account, owner, disable());
      for (const generation of [1n, 2n]) {
        assertEquals((await off()).success, true);
        assertEquals(await epochOf(account), generation << 40n);
      }
      await switchOn(stack, account, owner);
      assertEquals(await epochOf(account), 2n << 40n);
      assertEquals(await use(stack, permission, one), "WrongEpoch");
      assertEquals(await active(permission), false);
      // Another contract in its place has no rights either, after an upgrade alone.
      const next = { ...permission, salt: saltOf(1, 2n << 40n) };
      assertEquals(await grant(stack, owner, next), null);
      assertEquals(await use(stack, next, one), null);
      await replacePermissions(stack, account, owner, token);
      assertEquals(await use(stack, next, one), "PermissionsOff");
    },
  );

  await t.step("the epoch of an account that does not exist yet is its first", async () => {
    const owner = createPasskey(12);
    const account = await accountAddress(stack, [owner.bytes]);
    assertEquals(await epochOf(account), 0n);
    await createAccount(stack, [owner.bytes]);
    assertEquals(await epochOf(account), 0n);
  });

  await t.step(
    "an account leaves a permission contract, and one that was never enabled has no rights",
    async () => {
      const { account, owner } = await fresh(stack, 9);
      const permission = await daily(stack, account);
      assertEquals(await grant(stack, owner, permission), null);
      assertEquals((await sendCalls(stack, account, owner, disable())).success, true);
      assertEquals(await use(stack, permission, [transfer(token, 1n)]), "WrongEpoch");
      // A permission that an owner signs now is rejected too.
      const current = { ...permission, salt: saltOf(1, 1n << 40n) };
      const signature = await signPermission(current, owner);
      const bring = permissionData.executeWithSignature(current, signature, [transfer(token, 1n)]);
      assertEquals(await sendAs(stack, spender, bring), "PermissionsOff");
      // Nor can the account's code be deployed without a permission contract.
      const init = accountInitCode(spender);
      assertEquals(errorName(await revertOf(stack, { data: init })), "NoCode");
    },
  );
});
