import { assert, assertEquals } from "@std/assert";
import { type Address, concat, encodeFunctionData, type Hex, size, slice, zeroHash } from "viem";
import { permissions } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { permissionsAbi } from "./artifacts/permissions_abi.ts";
import { assertRefused, errorName } from "./testing/asserts.ts";
import {
  byRoot,
  leafOf,
  rootDigest,
  signTogether,
  withCall,
  withChanges,
} from "./testing/forms.ts";
import { daily, transfer } from "./testing/grant.ts";
import {
  applyChange,
  carry,
  changeTo,
  createOwned,
  entry,
  eventsOf,
  ownerData,
  ownerState,
  recoveryTo,
  signChange,
  type SignedChange,
  wordOf,
} from "./testing/owner_change.ts";
import { createPasskey, type Owner, type Passkey, wrapSignature } from "./testing/passkey.ts";
import { enable, permissionData, permissionId, saltOf, sendAs, use } from "./testing/permission.ts";
import { signRecovery } from "./testing/recovery.ts";
import {
  encodeCalls,
  handleOps,
  hashOf,
  type Operation,
  prepare,
  type Stack,
  startStack,
} from "./testing/stack.ts";
import { mint } from "./testing/token.ts";

const to: Address = "0x00000000000000000000000000000000000000aa";
const pay = encodeCalls([{ target: to, value: 1n }]);

/** An account on a chain that lacks three owner changes. */
type Lagging = {
  account: Address;
  first: Passkey;
  second: Passkey;
  third: Passkey;
  /** Adds the second. */
  added: SignedChange;
  /** Removes the first, by the second. */
  removed: SignedChange;
  /** Adds the third, by the second. */
  last: SignedChange;
};

async function lagging(stack: Stack, seed: number): Promise<Lagging> {
  const { passkey: first, account } = await createOwned(stack, seed);
  const [second, third] = [createPasskey(seed + 1000), createPasskey(seed + 2000)];
  const added = await signChange(
    account,
    changeTo([entry(0, first), entry(1, second)]),
    first,
  );
  const removed = await signChange(
    account,
    changeTo([entry(1, second)], { from: [added.head] }),
    second,
    1,
  );
  const last = await signChange(
    account,
    changeTo([entry(1, second), entry(2, third)], { from: [removed.head] }),
    second,
    1,
  );
  return { account, first, second, third, added, removed, last };
}

/** Signs an operation, with changes in front. */
async function carried(
  stack: Stack,
  operation: Operation,
  list: readonly SignedChange[],
  owner: Owner,
  index: number,
): Promise<Operation> {
  const signature = wrapSignature(index, await owner.sign(hashOf(stack, operation)));
  return { ...operation, signature: withChanges(list, signature) };
}

Deno.test("operations carry owner changes that their chain lacks", async (t) => {
  await using stack = await startStack();
  const { client } = stack;

  await t.step("an added owner needs no other transaction", async () => {
    const { account, third, added, removed, last } = await lagging(stack, 1);
    const operation = await prepare(stack, account, pay);
    const [outcome] = await handleOps(
      stack,
      await carried(stack, operation, [added, removed, last], third, 2),
    );
    assertEquals(outcome!.success, true);
    const heads = eventsOf(outcome!.receipt).filter(([name]) => name === "OwnersChanged")
      .map(([, args]) => (args as { head: Hex }).head);
    assertEquals(heads, [added.head, removed.head, last.head]);
    const { head, words } = await ownerState(stack, account);
    assertEquals([head, words], [last.head, [
      zeroHash,
      wordOf(createPasskey(1001)),
      wordOf(third),
    ]]);
    // Applied changes are skipped. The operation is accepted without them too.
    for (const list of [[added, removed, last], [last], []]) {
      const again = await prepare(stack, account, pay);
      const [sent] = await handleOps(stack, await carried(stack, again, list, third, 2));
      assertEquals(sent!.success, true);
      assertEquals((await ownerState(stack, account)).head, last.head);
    }
  });

  await t.step("the changes may be longer than 65,535 bytes", async () => {
    const { account, second, added } = await lagging(stack, 7);
    // Only the first one continues the head; the copies are skipped.
    const list = Array.from({ length: 80 }, () => added);
    assert(size(ownerData.applyAll(list)) > 0xffff);
    const operation = await prepare(stack, account, pay);
    const [outcome] = await handleOps(stack, await carried(stack, operation, list, second, 1));
    assertEquals(outcome!.success, true);
    assertEquals((await ownerState(stack, account)).head, added.head);
  });

  await t.step("some changes may be applied already, and the call may fail", async () => {
    const { account, third, added, removed, last } = await lagging(stack, 2);
    for (const signed of [added, removed]) {
      await applyChange(
        stack,
        account,
        signed.change,
        signed === added ? createPasskey(2) : createPasskey(1002),
        signed === added ? 0 : 1,
      );
    }
    const operation = await prepare(
      stack,
      account,
      encodeCalls([{ target: account, data: "0x01" }]),
    );
    const [outcome] = await handleOps(
      stack,
      await carried(stack, operation, [added, removed, last], third, 2),
    );
    assertEquals([outcome!.success, errorName(outcome!.revertData)], [false, "ForbiddenTarget"]);
    assertEquals((await ownerState(stack, account)).head, last.head);
  });

  await t.step("the signature may cover several operations", async () => {
    const { account, second, added, removed } = await lagging(stack, 3);
    const list = await Promise.all([1n, 2n, 3n].map(async (key) => ({
      stack,
      operation: await prepare(stack, account, pay, { nonce: key << 64n }),
    })));
    const all = await signTogether(list, second, 1);
    await assertRefused(handleOps(stack, all[2]!), "AA24");
    for (const operation of all) {
      const signature = withChanges([added, removed], operation.signature);
      const [outcome] = await handleOps(stack, { ...operation, signature });
      assertEquals(outcome!.success, true);
    }
    assertEquals((await ownerState(stack, account)).head, removed.head);
  });

  await t.step("changes must be signed by their owners and be in order", async () => {
    const { account, first, second, third, added, removed, last } = await lagging(stack, 4);
    const operation = await prepare(stack, account, pay);
    const sign = async (owner: Owner, index: number) =>
      wrapSignature(index, await owner.sign(hashOf(stack, operation)));
    // The first owner was removed by the second change.
    const late = await signChange(
      account,
      changeTo([entry(1, second), entry(2, third)], { from: [removed.head] }),
      first,
    );
    const strange = { ...last, signature: wrapSignature(1, third.assert(last.head)) };
    const recovery = recoveryTo([entry(2, third)]);
    const other = await createOwned(stack, 5);
    const foreign = await signChange(
      other.account,
      changeTo([entry(0, first), entry(1, second), entry(2, third)]),
      other.passkey,
    );
    const all = [added, removed, last];
    const byThird = await sign(third, 2);
    const data = ownerData.applyAll(all);
    const length = size(data);
    const shorter = encodeFunctionData({
      abi: acctAbi,
      functionName: "applyOwnerChanges",
      args: [all.map(({ change }) => change), [added.signature]],
    });
    const cases: [code: string, name: string, signature: Hex][] = [
      ["AA23", "a change by a removed owner", withChanges([added, removed, late], byThird)],
      ["AA23", "a change by a stranger", withChanges([added, removed, strange], byThird)],
      ["AA23", "a change of another account", withChanges([foreign], byThird)],
      ["AA23", "call data of another function", withCall(ownerData.apply(added), byThird)],
      [
        "AA23",
        "a recovery",
        withCall(
          ownerData.start(recovery, await signRecovery(account, recovery, third, 2)),
          byThird,
        ),
      ],
      ["AA23", "a call", withCall(pay, byThird)],
      ["AA23", "an unknown selector", withCall(concat(["0x12345678", slice(data, 4)]), byThird)],
      ["AA23", "no call data", withCall("0x", byThird)],
      ["AA23", "fewer signatures than changes", withCall(shorter, byThird)],
      ["AA23", "a shorter length", withCall(data, byThird, length - 32)],
      ["AA23", "a length beyond the signature", withCall(data, byThird, length + 10_000)],
      ["AA23", "nothing but the form", "0x03"],
      ["AA24", "changes after a gap", withChanges([added, last], byThird)],
      ["AA24", "changes in another order", withChanges([last, removed, added], byThird)],
      ["AA24", "no changes", withChanges([], byThird)],
      ["AA24", "an owner that the changes removed", withChanges(all, await sign(first, 0))],
      ["AA24", "a stranger", withChanges(all, await sign(createPasskey(99), 2))],
      ["AA24", "another index", withChanges(all, await sign(third, 1))],
      ["AA24", "changes twice in front", withChanges([], withChanges(all, byThird))],
      ["AA24", "no signature", withChanges(all, "0x")],
      [
        "AA24",
        "changes below a root",
        byRoot(
          [],
          withChanges(
            all,
            wrapSignature(
              2,
              third.assert(rootDigest(account, leafOf(hashOf(stack, operation)))),
            ),
          ),
        ),
      ],
    ];
    for (const [code, name, signature] of cases) {
      const sent = handleOps(stack, { ...operation, signature })
        .then(() => Promise.reject(new Error(`accepted: ${name}`)));
      await assertRefused(sent, code).catch((error) => {
        throw new Error(name, { cause: error });
      });
    }
    assertEquals((await ownerState(stack, account)).head, zeroHash);
    const [outcome] = await handleOps(stack, {
      ...operation,
      signature: withChanges(all, byThird),
    });
    assertEquals(outcome!.success, true);
  });

  await t.step("no other signature may carry changes", async () => {
    const { account, first } = await lagging(stack, 6);
    const permission = await daily(stack, account);
    const id = permissionId(permission);
    const plain = wrapSignature(0, first.assert(id));
    const signature = withChanges([], plain);
    const accepted = (functionName: "isOwnerSignature" | "isValidSignature", each: Hex) =>
      client.readContract({ address: account, abi: acctAbi, functionName, args: [id, each] });
    assertEquals(await accepted("isOwnerSignature", plain), true);
    assertEquals(await accepted("isOwnerSignature", signature), false);
    assertEquals(await accepted("isValidSignature", signature), "0xffffffff");
    const submit = permissionData.approveWithSignature(permission, signature);
    assertEquals(await sendAs(stack, permission.spender, submit), "InvalidSignature");
    const change = await signChange(account, changeTo([entry(1, first)]), first);
    const wrapped = { ...change, signature: withChanges([], change.signature) };
    assertEquals(await carry(stack, account, ownerData.apply(wrapped)), "InvalidSignature");
  });
});

Deno.test("an operation grants in the name of the owner that its changes add", async (t) => {
  await using stack = await startStack();
  const { client } = stack;
  const [token] = stack.tokens;
  const one = [transfer(token, 1n)];
  const grantOf = (account: Address, id: Hex) =>
    client.readContract({
      address: permissions,
      abi: permissionsAbi,
      functionName: "grantOf",
      args: [account, id],
    });

  for (const form of ["an owner's signature", "a root"] as const) {
    await t.step(`at a new index, by ${form}`, async () => {
      const { account, second, added } = await lagging(stack, form === "a root" ? 20 : 10);
      await mint(stack, token, account, 1000n);
      const base = await daily(stack, account);
      const list = await Promise.all([
        { ...base, salt: saltOf(1, 0n, 0) },
        { ...base, salt: saltOf(2, 0n, 1) },
        { ...base, salt: saltOf(3, 0n, 2) },
      ].map(async (permission, index) => ({
        permission,
        operation: await prepare(stack, account, enable(permission), {
          nonce: BigInt(index) << 64n,
        }),
      })));
      const signed = form === "a root"
        ? await signTogether(list.map(({ operation }) => ({ stack, operation })), second, 1)
        : await Promise.all(list.map(async ({ operation }) => ({
          ...operation,
          signature: wrapSignature(1, await second.sign(hashOf(stack, operation))),
        })));
      for (const [index, { permission }] of list.entries()) {
        const operation = signed[index]!;
        const signature = withChanges([added], operation.signature);
        const [outcome] = await handleOps(stack, { ...operation, signature });
        const expected = index === 1 ? [true, "(no revert)"] : [false, "NotGranting"];
        const refusal = outcome!.revertData === null
          ? "(no revert)"
          : errorName(outcome!.revertData, permissionsAbi);
        assertEquals([outcome!.success, refusal], expected);
        const word = index === 1 ? wordOf(second) : zeroHash;
        assertEquals(await grantOf(account, permissionId(permission)), word);
        assertEquals(await use(stack, permission, one), index === 1 ? null : "NotApproved");
      }
    });
  }

  await t.step("at an index that gets another key, in the next generation", async () => {
    const { account, first } = await lagging(stack, 30);
    await mint(stack, token, account, 1000n);
    const heir = createPasskey(1031);
    const change = await signChange(account, changeTo([entry(0, heir)]), first);
    const base = await daily(stack, account);
    for (const [epoch, expected] of [[0n, "WrongEpoch"], [1n << 40n, null]] as const) {
      const permission = { ...base, salt: saltOf(1, epoch) };
      const operation = await prepare(stack, account, enable(permission));
      const [outcome] = await handleOps(
        stack,
        await carried(stack, operation, [change], heir, 0),
      );
      const { success, revertData } = outcome!;
      assertEquals(success ? null : errorName(revertData, permissionsAbi), expected);
      assertEquals(
        await grantOf(account, permissionId(permission)),
        success ? wordOf(heir) : zeroHash,
      );
      if (success) assertEquals(await use(stack, permission, one), null);
    }
    assertEquals((await ownerState(stack, account)).generation, 1n);
  });

  await t.step(
    "not if an earlier operation of the bundle reassigns the index",
    async () => {
      const { account, first, second, added } = await lagging(stack, 40);
      const carrier = await createOwned(stack, 41);
      const permission = await daily(stack, account, { salt: saltOf(1, 1n << 40n, 1) });
      const grant = await prepare(stack, account, enable(permission));
      const handOver = await signChange(
        account,
        changeTo([entry(0, first), entry(1, createPasskey(1042))], { from: [added.head] }),
        first,
      );
      const calls = encodeCalls([{ target: account, data: ownerData.apply(handOver) }]);
      const run = await prepare(stack, carrier.account, calls);
      const [ran, granted] = await handleOps(
        stack,
        await carried(stack, run, [], carrier.passkey, 0),
        await carried(stack, grant, [added], second, 1),
      );
      assertEquals([ran!.success, granted!.success], [true, false]);
      assertEquals(errorName(granted!.revertData), "Unauthorized");
      assertEquals(await grantOf(account, permissionId(permission)), zeroHash);
    },
  );
});
