import { assertEquals, assertNotEquals } from "@std/assert";
import { type Address, encodeFunctionData, type Hex, keccak256, pad, toHex, zeroHash } from "viem";
import { factory, implementation, permissions } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { deployOnce } from "./create2.ts";
import { accountInitCode } from "./contract_list.ts";
import { errorName } from "./testing/asserts.ts";
import {
  applyChange,
  carry,
  changeTo,
  createOwned,
  day,
  entry,
  eventsOf,
  kind,
  obeys,
  ownerData,
  type OwnerEntry,
  ownerState,
  signChange,
  wordOf,
} from "./testing/owner_change.ts";
import { createAddressOwner, createPasskey } from "./testing/passkey.ts";
import { createAccount, sendCalls, startStack, transact } from "./testing/stack.ts";

const abi = acctAbi;

Deno.test("owners", async (t) => {
  await using stack = await startStack();
  const { client } = stack;

  await t.step("are replaced by the complete set that one of them signed", async () => {
    const { passkey, account } = await createOwned(stack, 1);
    const [second, third] = [createPasskey(1001), createAddressOwner(1002)];
    const change = changeTo([entry(0, passkey), entry(1, second), entry(2, third)]);
    const signed = await signChange(account, change, passkey);
    const onChain = await client.readContract({
      address: account,
      abi,
      functionName: "ownerChangeHash",
      args: [change],
    });
    assertEquals(onChain, signed.head);

    const receipt = await transact(stack, { to: account, data: ownerData.apply(signed) });
    assertEquals(eventsOf(receipt), [
      ["OwnerAdded", { index: 1n, id: wordOf(second), kind: 0, x: second.x, y: second.y }],
      ["OwnerAdded", { index: 2n, id: third.bytes, kind: 0, x: third.bytes, y: zeroHash }],
      ["OwnersChanged", {
        head: signed.head,
        previous: zeroHash,
        generation: 0n,
        next: 3n,
        delay: 3n * day,
      }],
    ]);
    assertEquals(await ownerState(stack, account), {
      head: signed.head,
      generation: 0n,
      delay: 3n * day,
      words: [wordOf(passkey), wordOf(second), wordOf(third)],
    });
    for (const [index, owner] of [passkey, second, third].entries()) {
      assertEquals(await obeys(stack, account, owner, index), true);
    }

    // The removed key is invalid, the others keep their indices.
    const less = await signChange(
      account,
      changeTo([entry(1, second), entry(2, third)], { from: [signed.head] }),
      third,
      2,
    );
    const removed = await transact(stack, { to: account, data: ownerData.apply(less) });
    assertEquals(eventsOf(removed), [
      ["OwnerRemoved", { index: 0n, id: wordOf(passkey) }],
      ["OwnersChanged", {
        head: less.head,
        previous: signed.head,
        generation: 0n,
        next: 3n,
        delay: 3n * day,
      }],
    ]);
    assertEquals(await obeys(stack, account, passkey, 0), false);
    assertEquals(await obeys(stack, account, second, 1), true);
    assertEquals(await ownerState(stack, account), {
      head: less.head,
      generation: 0n,
      delay: 3n * day,
      words: [zeroHash, wordOf(second), wordOf(third)],
    });
    const head = await client.readContract({ address: account, abi, functionName: "ownerHead" });
    assertEquals(head, less.head);
  });

  await t.step("change by a signature that anyone can submit, once and in order", async () => {
    const { passkey, account } = await createOwned(stack, 6);
    const [second, third] = [createPasskey(1006), createPasskey(1007)];
    const first = await signChange(
      account,
      changeTo([entry(0, passkey), entry(1, second)]),
      passkey,
    );
    const next = await signChange(
      account,
      changeTo([entry(1, second), entry(2, third)], { from: [first.head] }),
      second,
      1,
    );
    const apply = (signed: typeof first) => carry(stack, account, ownerData.apply(signed));

    // Not before its turn, not twice, not changed, not by a stranger.
    assertEquals(await apply(next), "WrongHead");
    assertEquals(await apply(first), null);
    assertEquals(await apply(first), "WrongHead");
    const bent = { ...next.change, owners: [entry(1, second), entry(2, createPasskey(1008))] };
    assertEquals(await apply({ ...next, change: bent }), "InvalidSignature");
    const later = { ...next.change, delay: 4n * day };
    assertEquals(await apply({ ...next, change: later }), "InvalidSignature");
    const wider = { ...next.change, from: [first.head, zeroHash] };
    assertEquals(await apply({ ...next, change: wider }), "InvalidSignature");
    const further = { ...next.change, next: 4n };
    assertEquals(await apply({ ...next, change: further }), "InvalidSignature");
    const stranger = await signChange(account, next.change, createPasskey(1009), 1);
    assertEquals(await apply(stranger), "InvalidSignature");
    const elsewhere = await signChange(account, next.change, second, 0);
    assertEquals(await apply(elsewhere), "InvalidSignature");

    assertEquals(await apply(next), null);
    assertEquals((await ownerState(stack, account)).words, [
      zeroHash,
      wordOf(second),
      wordOf(third),
    ]);
    // A removed owner signs no checkpoint, and an old change is over forever.
    const checkpoint = await signChange(
      account,
      changeTo([entry(0, passkey), entry(2, third)], { from: [zeroHash, first.head, next.head] }),
      passkey,
    );
    assertEquals(await apply(checkpoint), "InvalidSignature");
    assertEquals(await apply(first), "WrongHead");
  });

  await t.step("change as a whole: a failed change uses nothing up", async () => {
    const { passkey, account } = await createOwned(stack, 12);
    const [second, third] = [createPasskey(1015), createPasskey(1016)];
    const before = await ownerState(stack, account);
    const bad: [string, OwnerEntry[], bigint][] = [
      ["AlreadyOwner", [entry(0, passkey), entry(1, second), entry(2, second)], 3n * day],
      ["InvalidOwner", [entry(1, second), entry(2, third, kind.recovery)], 3n * day],
      ["NoFullOwner", [entry(1, pad("0x0c01"), kind.recovery)], 3n * day],
      ["InvalidDelay", [entry(0, passkey), entry(1, second)], 0n],
    ];
    for (const [name, owners, delay] of bad) {
      const signed = await signChange(account, changeTo(owners, { delay }), passkey);
      assertEquals(await carry(stack, account, ownerData.apply(signed)), name);
      assertEquals(await ownerState(stack, account), before);
    }
    const good = await signChange(
      account,
      changeTo([entry(0, passkey), entry(1, second)]),
      passkey,
    );
    assertEquals(await carry(stack, account, ownerData.apply(good)), null);
  });

  await t.step("of one account are no owners of another with the same key", async () => {
    const { passkey, account } = await createOwned(stack, 7);
    const twin = await createAccount(stack, [passkey.bytes], 1n);
    const signed = await signChange(
      account,
      changeTo([entry(0, passkey), entry(1, createPasskey(1010))]),
      passkey,
    );
    assertEquals(await carry(stack, twin, ownerData.apply(signed)), "InvalidSignature");
    assertEquals(await carry(stack, account, ownerData.apply(signed)), null);
  });

  await t.step("that replace others at their index emit events for both", async () => {
    const { passkey, account } = await createOwned(stack, 13);
    const [friend, other] = [createAddressOwner(1017), createPasskey(1018)];
    const first = await applyChange(
      stack,
      account,
      changeTo([entry(0, passkey), entry(1, friend, kind.recovery)]),
      passkey,
    );
    const change = changeTo([entry(0, passkey), entry(1, other)], { from: [first] });
    const signed = await signChange(account, change, passkey);
    const receipt = await transact(stack, { to: account, data: ownerData.apply(signed) });
    assertEquals(eventsOf(receipt), [
      ["OwnerRemoved", { index: 1n, id: friend.bytes }],
      ["OwnerAdded", { index: 1n, id: wordOf(other), kind: 0, x: other.x, y: other.y }],
      ["OwnersChanged", {
        head: signed.head,
        previous: first,
        generation: 1n,
        next: 2n,
        delay: 3n * day,
      }],
    ]);
  });

  await t.step("raise the generation if an assigned index gets another key or kind", async () => {
    const { passkey, account } = await createOwned(stack, 9);
    const [friend, other] = [createAddressOwner(1011), createPasskey(1012)];
    const history: [OwnerEntry[], generation: bigint][] = [
      [[entry(0, passkey), entry(1, friend)], 0n],
      [[entry(0, passkey), entry(1, friend, kind.recovery)], 1n],
      [[entry(0, passkey), entry(1, friend)], 2n],
      [[entry(0, passkey)], 2n],
      // Even the same key: its grants before its removal stay ended.
      [[entry(0, passkey), entry(1, friend)], 3n],
      [[entry(0, passkey), entry(1, other)], 4n],
      [[entry(0, passkey), entry(2, other)], 4n],
      [[entry(0, passkey), entry(2, friend), entry(3, other)], 5n],
    ];
    let head: Hex = zeroHash;
    for (const [index, [owners, generation]] of history.entries()) {
      const { words } = await ownerState(stack, account);
      const next = BigInt(Math.max(words.length, Number(changeTo(owners).next)));
      head = await applyChange(stack, account, changeTo(owners, { from: [head], next }), passkey);
      const state = await ownerState(stack, account);
      assertEquals([index, state.generation], [index, generation]);
      const read = await client.readContract({
        address: account,
        abi,
        functionName: "ownerGeneration",
      });
      assertEquals(read, generation);
    }
  });

  await t.step(
    "are not touched by any operation: no call of an owner adds or removes",
    async () => {
      const { passkey, account } = await createOwned(stack, 10);
      const thief = createPasskey(1013);
      const change = changeTo([entry(0, thief)]);
      const stolen = await signChange(account, change, thief);
      // As an operation's own call data, a change also needs its signature.
      const { success, revertData } = await sendCalls(
        stack,
        account,
        passkey,
        ownerData.apply(stolen),
      );
      assertEquals([success, errorName(revertData)], [false, "InvalidSignature"]);
      const signed = await signChange(
        account,
        changeTo([entry(0, passkey), entry(1, thief)]),
        passkey,
      );
      const carried = await sendCalls(stack, account, passkey, ownerData.apply(signed));
      assertEquals(carried.success, true);
      assertEquals((await ownerState(stack, account)).head, signed.head);
    },
  );

  await t.step("upgrades are an operation of one chain, to UUPS code only", async () => {
    const { passkey, account } = await createOwned(stack, 11);
    const upgrade = (to: Address) =>
      encodeFunctionData({ abi, functionName: "upgradeToAndCall", args: [to, "0x"] });
    const second = createPasskey(1014);
    const head = await applyChange(
      stack,
      account,
      changeTo([entry(0, passkey), entry(1, second)]),
      passkey,
    );
    const other = await deployOnce(
      client,
      accountInitCode(permissions),
      keccak256(toHex("another")),
    );
    const slot = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
    const current = async () => {
      const word = await client.getStorageAt({ address: account, slot });
      return `0x${word!.slice(26)}`;
    };
    assertEquals(await current(), implementation.toLowerCase());
    const wrong = await sendCalls(stack, account, passkey, upgrade(factory));
    assertEquals([wrong.success, errorName(wrong.revertData)], [false, "UpgradeFailed"]);
    assertEquals((await sendCalls(stack, account, passkey, upgrade(other))).success, true);
    assertEquals(await current(), other.toLowerCase());
    assertNotEquals(other, implementation);
    // Head, owners and their signatures stay valid.
    assertEquals((await ownerState(stack, account)).head, head);
    const less = changeTo([entry(1, second)], { from: [head] });
    await applyChange(stack, account, less, second, 1);
    assertEquals((await ownerState(stack, account)).words, [zeroHash, wordOf(second)]);
    const back = await sendCalls(stack, account, second, upgrade(implementation), {
      ownerIndex: 1,
    });
    assertEquals(back.success, true);
    assertEquals(await current(), implementation.toLowerCase());
  });
});
