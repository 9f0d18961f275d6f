import { assertEquals } from "@std/assert";
import { type Address, encodeFunctionData, type Hex, pad, zeroAddress } from "viem";
import { permissions } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { permissionsAbi } from "./artifacts/permissions_abi.ts";
import { errorName } from "./testing/asserts.ts";
import { daily, grant, own, receiver, spender, switchOn, transfer } from "./testing/grant.ts";
import { applyChange, changeTo, createOwned, entry, wordOf } from "./testing/owner_change.ts";
import { createPasskey, type Passkey } from "./testing/passkey.ts";
import {
  byOperation,
  deployPuppet,
  disable,
  now,
  type Permission,
  permissionData,
  permissionId,
  puppetData,
  replacePermissions,
  saltOf,
  sendAs,
  signPermission,
  use,
} from "./testing/permission.ts";
import { finish, guarded, pass, recoveryOf, setTime, start } from "./testing/recovery.ts";
import { revertOf, sendCalls, type Stack, startStack, transact } from "./testing/stack.ts";
import { mint } from "./testing/token.ts";

const abi = acctAbi;

/** Reads the permission contract that may act now, the end of its time, and an owner's word. */
async function state({ client }: Stack, account: Address) {
  const [manager, end, , owner] = await client.readContract({
    address: account,
    abi,
    functionName: "permissionState",
    args: [0n],
  });
  const live = await client.readContract({
    address: account,
    abi,
    functionName: "permissionManager",
  });
  assertEquals(live, manager);
  return { manager, end: Number(end), owner };
}

/** Creates an account with tokens on which no permission was ever granted. */
async function untouched(
  stack: Stack,
  seed: number,
): Promise<{ account: Address; owner: Passkey }> {
  const { account, passkey: owner } = await createOwned(stack, seed);
  await mint(stack, stack.tokens[0], account, 1000n);
  return { account, owner };
}

/** All functions with which a permission contract acts on an account. */
const acts: readonly Hex[] = [
  encodeFunctionData({
    abi,
    functionName: "executeFromPermission",
    args: [pad("0x01"), { target: receiver, value: 1n, data: "0x" }],
  }),
  encodeFunctionData({ abi, functionName: "setPermissionsEnd", args: [2 ** 48 - 1] }),
];

async function refusals(stack: Stack, account: Address, from: Address): Promise<string[]> {
  return await Promise.all(
    acts.map(async (data) => errorName(await revertOf(stack, { to: account, data, from }))),
  );
}

Deno.test("the permission contract acts until the last grant ends, and no longer", async (t) => {
  await using stack = await startStack();
  const { client } = stack;
  const [token] = stack.tokens;
  const one = [transfer(token, 1n)];
  const until = async (account: Address, seconds: number, number = 1): Promise<Permission> => {
    const start = await now(stack);
    return await daily(stack, account, { start, end: start + seconds, salt: saltOf(number) });
  };
  const may = ["(no revert)", "(no revert)"];
  const mayNot = ["Unauthorized", "Unauthorized"];

  await t.step("its time starts with the first grant and includes its last second", async () => {
    const { account, owner } = await untouched(stack, 1);
    assertEquals(await state(stack, account), {
      manager: zeroAddress,
      end: 0,
      owner: wordOf(owner),
    });
    assertEquals(await refusals(stack, account, permissions), mayNot);
    const permission = await until(account, 1000);
    assertEquals(await grant(stack, owner, permission), null);
    assertEquals((await state(stack, account)).manager, permissions);
    assertEquals((await state(stack, account)).end, permission.end);
    assertEquals(await use(stack, permission, one), null);
    assertEquals(await refusals(stack, account, permissions), may);
    // Other callers are rejected.
    for (const from of [spender, account, client.account.address]) {
      assertEquals(await refusals(stack, account, from), mayNot);
    }

    await setTime(stack, BigInt(permission.end));
    assertEquals((await state(stack, account)).manager, permissions);
    assertEquals(await refusals(stack, account, permissions), may);
    await setTime(stack, BigInt(permission.end) + 1n);
    assertEquals(await state(stack, account), {
      manager: zeroAddress,
      end: permission.end,
      owner: wordOf(owner),
    });
    assertEquals(await refusals(stack, account, permissions), mayNot);
    assertEquals(await use(stack, permission, one), "PermissionsOff");
  });

  await t.step("a longer grant extends it, and a shorter one does not change it", async () => {
    const { account, owner } = await untouched(stack, 2);
    const endOf = async () => (await state(stack, account)).end;
    const first = await until(account, 2000, 1);
    const shorter = await until(account, 1000, 2);
    const longer = await until(account, 3000, 3);
    const longest = await until(account, 4000, 4);
    assertEquals(await grant(stack, owner, first), null);
    assertEquals(await grant(stack, owner, shorter), null);
    assertEquals(await endOf(), first.end);
    assertEquals(await grant(stack, owner, longer), null);
    assertEquals(await endOf(), longer.end);
    // A signed grant extends it while it lasts.
    const signature = await signPermission(longest, owner);
    const submit = permissionData.approveWithSignature(longest, signature);
    assertEquals(await sendAs(stack, spender, submit), null);
    assertEquals(await endOf(), longest.end);
    // Revoking one does not change the time of the others.
    await own(stack, owner, account, permissionData.revoke(permissionId(longest)));
    await setTime(stack, BigInt(longer.end) - 1n);
    assertEquals(await use(stack, shorter, one), "Expired");
    assertEquals(await use(stack, longer, one), null);
  });

  await t.step("a signed grant does not start it again, an operation does", async () => {
    const { account, owner } = await untouched(stack, 3);
    const early = await until(account, 100, 1);
    const late = await until(account, 5000, 2);
    const signature = await signPermission(late, owner);
    const submit = permissionData.approveWithSignature(late, signature);
    assertEquals(await sendAs(stack, spender, submit), "PermissionsOff");
    assertEquals(await grant(stack, owner, early), null);
    await setTime(stack, BigInt(early.end) + 1n);
    assertEquals(await sendAs(stack, spender, submit), "PermissionsOff");
    assertEquals((await state(stack, account)).end, early.end);

    const next = await until(account, 3000, 3);
    assertEquals(await grant(stack, owner, next), null);
    assertEquals(await state(stack, account), {
      manager: permissions,
      end: next.end,
      owner: wordOf(owner),
    });
    // The expired grant is not revived.
    assertEquals(await use(stack, early, one), "Expired");
    assertEquals(await use(stack, next, one), null);
    assertEquals(await grant(stack, owner, { ...early, salt: saltOf(9) }), "InvalidPermission");
    // A failed grant does not extend the time.
    await setTime(stack, BigInt(next.end) + 1n);
    const bad = await daily(stack, account, { spends: [], salt: saltOf(5) });
    assertEquals(await grant(stack, owner, bad), "InvalidPermission");
    assertEquals((await state(stack, account)).end, next.end);
    assertEquals(await refusals(stack, account, permissions), mayNot);
  });

  await t.step("revokeAll ends it, and a later grant revives no earlier one", async () => {
    const { account, owner } = await untouched(stack, 4);
    const list = [await until(account, 1000, 1), await until(account, 2000, 2)];
    for (const each of list) assertEquals(await grant(stack, owner, each), null);
    await own(stack, owner, account, permissionData.revokeAll());
    assertEquals(await state(stack, account), {
      manager: zeroAddress,
      end: 0,
      owner: wordOf(owner),
    });
    assertEquals(await refusals(stack, account, permissions), mayNot);
    const epoch = await client.readContract({
      address: permissions,
      abi: permissionsAbi,
      functionName: "epochOf",
      args: [account],
    });
    // A grant signed for the current epoch requires a grant by an operation first.
    const waiting = { ...list[1]!, salt: saltOf(3, epoch) };
    const submit = permissionData.approveWithSignature(
      waiting,
      await signPermission(waiting, owner),
    );
    assertEquals(await sendAs(stack, spender, submit), "PermissionsOff");
    const again = { ...list[0]!, salt: saltOf(4, epoch) };
    assertEquals(await grant(stack, owner, again), null);
    assertEquals((await state(stack, account)).end, again.end);
    for (const each of list) assertEquals(await use(stack, each, one), "WrongEpoch");
    assertEquals(await use(stack, again, one), null);
    assertEquals(await use(stack, waiting, one), "NotApproved");
    // It also works while permissions are off, and while another contract has them.
    await own(stack, owner, account, permissionData.revokeAll());
    await own(stack, owner, account, permissionData.revokeAll());
    await replacePermissions(stack, account, owner, token);
    await own(stack, owner, account, permissionData.revokeAll());
    assertEquals(await state(stack, account), {
      manager: zeroAddress,
      end: 0,
      owner: wordOf(owner),
    });
  });

  await t.step(
    "an owner who disables permissions ends all grants, and a later one revives none",
    async () => {
      const { account, owner } = await untouched(stack, 7);
      const first = await until(account, 5000, 1);
      assertEquals(await grant(stack, owner, first), null);
      assertEquals(await use(stack, first, one), null);
      assertEquals((await sendCalls(stack, account, owner, disable())).success, true);
      assertEquals(await use(stack, first, one), "WrongEpoch");
      const next = { ...await until(account, 5000), salt: saltOf(2, 1n << 40n) };
      assertEquals(await grant(stack, owner, next), null);
      assertEquals(await use(stack, next, one), null);
      assertEquals(await use(stack, first, one), "WrongEpoch");
      // A grant after the end raises no generation.
      await setTime(stack, BigInt(next.end) + 1n);
      const last = { ...await until(account, 5000), salt: saltOf(3, 1n << 40n) };
      assertEquals(await grant(stack, owner, last), null);
      assertEquals(await use(stack, last, one), null);
    },
  );

  await t.step("a call that grants nothing does not extend the contract's time", async () => {
    const { account, owner } = await untouched(stack, 5);
    const data = encodeFunctionData({
      abi: permissionsAbi,
      functionName: "epochOf",
      args: [account],
    });
    const { success } = await sendCalls(stack, account, owner, byOperation(data));
    assertEquals(success, true);
    await setTime(stack, BigInt(await now(stack)) + 1n);
    assertEquals((await state(stack, account)).manager, zeroAddress);
    assertEquals(await refusals(stack, account, permissions), mayNot);
  });

  await t.step("an expired permission contract cannot extend its time", async () => {
    const { account, owner } = await untouched(stack, 6);
    const puppet = await deployPuppet(stack);
    const end = await now(stack) + 1000;
    await replacePermissions(stack, account, owner, puppet);
    const extend = (to: number) =>
      puppetData("run", [{
        target: account,
        data: encodeFunctionData({ abi, functionName: "setPermissionsEnd", args: [to] }),
      }]);
    const granted = await sendCalls(stack, account, owner, byOperation(extend(end)));
    assertEquals(granted.success, true);
    await transact(stack, { to: puppet, data: extend(end + 10) });
    assertEquals((await state(stack, account)).end, end + 10);
    await setTime(stack, BigInt(end) + 11n);
    assertEquals(await refusals(stack, account, puppet), mayNot);
    const refused = await revertOf(stack, { to: puppet, data: extend(end + 1000) });
    assertEquals(refused === null, false);
    assertEquals((await state(stack, account)).end, end + 10);
  });
});

Deno.test("a recovery, and another key at an assigned index, end the permission contract's time", async (t) => {
  await using stack = await startStack();
  const ended = ["Unauthorized", "Unauthorized"];

  await t.step("a recovery", async () => {
    const scene = await guarded(stack, 7_701);
    const { account, passkey } = scene;
    await switchOn(stack, account, passkey);
    assertEquals((await state(stack, account)).manager, permissions);
    const recovery = recoveryOf(scene, createPasskey(7_702));
    assertEquals(await start(stack, scene, recovery), null);
    await pass(stack, 3n * 86_400n);
    assertEquals(await finish(stack, scene, recovery), null);
    assertEquals(await refusals(stack, account, permissions), ended);
  });

  await t.step("another key at an index that was given", async () => {
    const { account, owner } = await untouched(stack, 7_703);
    const thief = createPasskey(7_704);
    const both = changeTo([entry(0, owner), entry(1, thief)]);
    const head = await applyChange(stack, account, both, owner);
    await switchOn(stack, account, thief, 1);
    const heir = changeTo([entry(0, owner), entry(1, createPasskey(7_705))], { from: [head] });
    await applyChange(stack, account, heir, owner);
    assertEquals(await refusals(stack, account, permissions), ended);
  });
});
