import { assertEquals } from "@std/assert";
import { type Address, type Hex, pad } from "viem";
import { permissions } from "./addresses.ts";
import { permissionsAbi } from "./artifacts/permissions_abi.ts";
import { assertRefused, errorName } from "./testing/asserts.ts";
import { withChanges } from "./testing/forms.ts";
import { daily, fresh, grant, left, spender, switchOn, transfer } from "./testing/grant.ts";
import { applyChange, changeTo, entry, ownerData, signChange } from "./testing/owner_change.ts";
import { createPasskey, type Owner } from "./testing/passkey.ts";
import {
  disable,
  enable,
  type Permission,
  permissionData,
  saltOf,
  sendAs,
  signPermission,
  use,
} from "./testing/permission.ts";
import {
  accountAddress,
  deployment,
  encodeCalls,
  fund,
  handleOps,
  prepare,
  sendCalls,
  signed,
  startStack,
} from "./testing/stack.ts";
import { mint } from "./testing/token.ts";

Deno.test("permissions live as long as the owner who gave them", async (t) => {
  await using stack = await startStack();
  const { client } = stack;
  const [token] = stack.tokens;
  const one = [transfer(token, 1n)];
  const active = (permission: Permission) =>
    client.readContract({
      address: permissions,
      abi: permissionsAbi,
      functionName: "isActive",
      args: [permission],
    });
  const standing = (account: Address, salt: bigint) =>
    client.readContract({
      address: permissions,
      abi: permissionsAbi,
      functionName: "isStanding",
      args: [account, salt],
    });

  await t.step("a removed owner's permissions end, and no later owner revives them", async () => {
    const { account, owner } = await fresh(stack, 440);
    const thief = createPasskey(1440);
    const both = changeTo([entry(0, owner), entry(1, thief)]);
    let head = await applyChange(stack, account, both, owner);
    const kept = await daily(stack, account);
    const stolen = await daily(stack, account, { salt: saltOf(1, 0n, 1) });
    const signedOne = await daily(stack, account, { salt: saltOf(2, 0n, 1) });
    const unused = await daily(stack, account, { salt: saltOf(3, 0n, 1) });
    assertEquals(await grant(stack, owner, kept), null);
    assertEquals(await grant(stack, thief, kept, 1), "NotGranting");
    assertEquals(await grant(stack, thief, stolen, 1), null);
    const bring = permissionData.approveWithSignature(
      signedOne,
      await signPermission(signedOne, thief, 1),
    );
    assertEquals(await sendAs(stack, spender, bring), null);
    const later = permissionData.executeWithSignature(
      unused,
      await signPermission(unused, thief, 1),
      one,
    );
    for (const each of [kept, stolen, signedOne]) {
      assertEquals(await use(stack, each, one), null);
      assertEquals(await left(stack, each), [99n]);
    }
    const change = async (owners: Parameters<typeof changeTo>[0], next: bigint) => {
      head = await applyChange(stack, account, changeTo(owners, { from: [head], next }), owner);
    };
    await change([entry(0, owner)], 2n);
    for (const each of [stolen, signedOne]) {
      assertEquals(await use(stack, each, one), "OwnerRemoved");
      assertEquals(await active(each), false);
      assertEquals(await left(stack, each), [0n]);
      assertEquals(await standing(account, each.salt), false);
    }
    assertEquals(await sendAs(stack, spender, later), "InvalidSignature");
    assertEquals(await use(stack, kept, one), null);
    assertEquals(await active(kept), true);
    // The same key at a new index is another owner.
    await change([entry(0, owner), entry(2, thief)], 3n);
    assertEquals(await use(stack, stolen, one), "OwnerRemoved");
    assertEquals(await use(stack, kept, one), null);
    // At its old index it is another generation.
    await change([entry(0, owner), entry(1, thief)], 3n);
    assertEquals(await use(stack, stolen, one), "WrongEpoch");
    assertEquals(await sendAs(stack, spender, later), "WrongEpoch");
    assertEquals(await active(stolen), false);
  });

  await t.step("a recovery owner grants none", async () => {
    const { account, owner } = await fresh(stack, 441);
    const guardian = pad("0x00000000000000000000000000000000000000bb");
    const guarded = changeTo([entry(0, owner), entry(1, guardian, 1)]);
    await applyChange(stack, account, guarded, owner);
    const permission = await daily(stack, account, { salt: saltOf(1, 0n, 1) });
    assertEquals(await grant(stack, owner, permission), "NotGranting");
    assertEquals(await standing(account, permission.salt), false);
    assertEquals(await standing(account, saltOf(1)), true);
    assertEquals(await standing(account, saltOf(1, 0n, 2)), false);
    assertEquals(await standing(account, saltOf(1, 1n)), false);
    assertEquals(await standing(spender, saltOf(1)), false);
  });

  await t.step("disabled applies to readers too, and enabling revives nothing", async () => {
    const { account, owner } = await fresh(stack, 442);
    const permission = await daily(stack, account);
    const waiting = await daily(stack, account, { salt: saltOf(2) });
    assertEquals(await left(stack, waiting), [100n]);
    assertEquals(await grant(stack, owner, permission), null);
    assertEquals([await active(permission), await left(stack, permission)], [true, [
      100n,
    ]]);
    assertEquals((await sendCalls(stack, account, owner, disable())).success, true);
    for (let i = 0; i < 2; i++) {
      assertEquals([await active(permission), await left(stack, permission)], [false, [
        0n,
      ]]);
      assertEquals(await left(stack, waiting), [0n]);
      await switchOn(stack, account, owner);
    }
  });

  await t.step("the first operation deploys, switches on and grants", async () => {
    const owner = createPasskey(443);
    const account = await accountAddress(stack, [owner.bytes]);
    await fund(stack, account);
    await mint(stack, token, account, 1000n);
    const permission = await daily(stack, account);
    assertEquals(await left(stack, permission), [0n]);
    const operation = await prepare(
      stack,
      account,
      enable(permission),
      deployment([owner.bytes]),
    );
    const [outcome] = await handleOps(stack, await signed(stack, operation, owner));
    assertEquals(outcome!.success, true);
    assertEquals(await use(stack, permission, one), null);
  });

  /** Bundles a change of owners by another account with a grant that the thief at index 1 signs. */
  const grantInBundle = async (seed: number, heir: Owner | null) => {
    const { account, owner } = await fresh(stack, seed);
    const carrier = await fresh(stack, seed + 1);
    const thief = createPasskey(seed + 1000);
    const head = await applyChange(
      stack,
      account,
      changeTo([entry(0, owner), entry(1, thief)]),
      owner,
    );
    const after = [entry(0, owner), ...heir === null ? [] : [entry(1, heir)]];
    const change = await signChange(account, changeTo(after, { from: [head], next: 2n }), owner);
    // Permissions of the epoch that starts with the change: a new key at an index raises the
    // generation.
    const epoch = heir === null ? 0n : 1n << 40n;
    const permission = await daily(stack, account, { salt: saltOf(1, epoch, 1) });
    const operation = async (by: { account: Address; owner: Owner }, data: Hex, index = 0) =>
      await signed(stack, await prepare(stack, by.account, data), by.owner, index);
    const [first, second] = await handleOps(
      stack,
      await operation(
        carrier,
        encodeCalls([{ target: account, data: ownerData.apply(change) }]),
      ),
      await operation({ account, owner: thief }, enable(permission), 1),
    );
    assertEquals([first!.success, second!.success], [true, false]);
    assertEquals(await use(stack, permission, one), "NotApproved");
    return { permission, refusal: second!.revertData };
  };

  await t.step("none if an operation of its bundle reassigns the signer's index", async () => {
    const heir = createPasskey(1447);
    const { permission } = await grantInBundle(446, heir);
    // The new owner can give it.
    assertEquals(await grant(stack, heir, permission, 1), null);
  });

  await t.step("none by an operation whose signer was removed in its bundle", async () => {
    const { refusal } = await grantInBundle(448, null);
    assertEquals(errorName(refusal, permissionsAbi), "OwnerRemoved");
  });

  await t.step("none by a later operation of the bundle, in the first signer's name", async () => {
    const { account, owner } = await fresh(stack, 460);
    const other = createPasskey(1460);
    await applyChange(stack, account, changeTo([entry(0, owner), entry(1, other)]), owner);
    const [granted, slipped] = [
      await daily(stack, account, { salt: saltOf(1) }),
      await daily(stack, account, { salt: saltOf(2) }),
    ];
    const call = { target: permissions, data: permissionData.approve(slipped) };
    const [first, second] = await handleOps(
      stack,
      await signed(stack, await prepare(stack, account, enable(granted)), owner),
      await signed(
        stack,
        await prepare(stack, account, encodeCalls([call]), { nonce: 1n << 64n }),
        other,
        1,
      ),
    );
    assertEquals([first!.success, second!.success], [true, false]);
    assertEquals(errorName(second!.revertData, permissionsAbi), "NotGranting");
    assertEquals(await use(stack, granted, one), null);
    assertEquals(await use(stack, slipped, one), "NotApproved");
  });

  await t.step("none if a later signature of the bundle reassigns the signer's index", async () => {
    const { account, owner } = await fresh(stack, 470);
    const [thief, heir] = [createPasskey(1470), createPasskey(1471)];
    const both = changeTo([entry(0, owner), entry(1, thief)]);
    const head = await applyChange(stack, account, both, owner);
    const after = changeTo([entry(0, owner), entry(1, heir)], { from: [head] });
    const removal = await signChange(account, after, owner);
    // Both grant in the epoch that starts with the change.
    const [stolen, honest] = [
      await daily(stack, account, { salt: saltOf(1, 1n << 40n, 1) }),
      await daily(stack, account, { salt: saltOf(2, 1n << 40n) }),
    ];
    const own = await signed(stack, await prepare(stack, account, enable(honest)), owner);
    const grantLater = { ...own, signature: withChanges([removal], own.signature) };
    const grantFirst = await signed(
      stack,
      await prepare(stack, account, enable(stolen), { nonce: 1n << 64n }),
      thief,
      1,
    );
    await assertRefused(handleOps(stack, grantFirst, grantLater), "AA23");
    // The change may also be part of an operation that grants nothing.
    const call = await prepare(stack, account, encodeCalls([{ target: account }]));
    const plain = await signed(stack, call, owner);
    const [first, second] = await handleOps(
      stack,
      grantFirst,
      { ...plain, signature: withChanges([removal], plain.signature) },
    );
    assertEquals([first!.success, second!.success], [false, true]);
    assertEquals(errorName(first!.revertData), "Unauthorized");
    assertEquals(await use(stack, stolen, one), "NotApproved");
    assertEquals(await grant(stack, owner, honest), null);
    assertEquals(await grant(stack, heir, stolen, 1), null);
  });
});
