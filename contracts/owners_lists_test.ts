/**
 * Lists of owners, heads and changes are compared up to their last item, even if only that one
 * differs.
 */
import { assertEquals } from "@std/assert";
import { encodeFunctionData, type Hex, keccak256, numberToHex, zeroHash } from "viem";
import { factory } from "./addresses.ts";
import { acctFactoryAbi } from "./artifacts/acct_factory_abi.ts";
import { errorName } from "./testing/asserts.ts";
import {
  applyChange,
  carry,
  changeTo,
  createOwned,
  createWithChanges,
  day,
  entry,
  eventsOf,
  kind,
  ownerData,
  type OwnerEntry,
  ownerState,
  signChange,
  wordOf,
} from "./testing/owner_change.ts";
import { createAddressOwner, createDeviceKey, createPasskey } from "./testing/passkey.ts";
import { accountAddress, revertOf, startStack, transact } from "./testing/stack.ts";

const heads = (count: number): Hex[] =>
  Array.from({ length: count }, (_, i) => keccak256(numberToHex(i)));

Deno.test("long lists of owners", async (t) => {
  await using stack = await startStack();

  await t.step("no owner is at two indices, in any position", async () => {
    const { passkey, account } = await createOwned(stack, 1);
    const [b, c, d] = [createDeviceKey(2), createAddressOwner(3), createPasskey(4)];
    const owners = [entry(0, passkey), entry(1, b), entry(2, c)];
    const head = await applyChange(stack, account, changeTo(owners), passkey);
    const refused: OwnerEntry[][] = [
      // The remaining owner comes after the one that gets its key.
      [entry(0, b), entry(1, b), entry(2, c)],
      [entry(0, c), entry(1, b), entry(2, c)],
      [entry(0, passkey), entry(1, c), entry(2, c)],
      // The remaining owner comes before it.
      [entry(0, passkey), entry(1, b), entry(2, passkey)],
      [...owners, entry(3, passkey)],
      [...owners, entry(3, c)],
      // Both are new.
      [...owners, entry(3, d), entry(4, d)],
      [entry(0, d), entry(1, b), entry(2, c), entry(3, d)],
      // In two kinds.
      [...owners, entry(3, c, kind.recovery)],
      [entry(0, c, kind.recovery), entry(1, b), entry(2, c)],
    ];
    for (const [index, list] of refused.entries()) {
      const change = await signChange(account, changeTo(list, { from: [head] }), passkey);
      const error = await carry(stack, account, ownerData.apply(change));
      assertEquals(error, "AlreadyOwner", `list ${index}`);
    }
    assertEquals((await ownerState(stack, account)).words, [passkey, b, c].map(wordOf));
  });

  await t.step("the last of the first owners is checked like the others", async () => {
    const [a, b, c] = [createPasskey(10), createDeviceKey(11), createAddressOwner(12)];
    const good = [a, b, c].map(({ bytes }) => bytes);
    const bad: [string, Hex][] = [
      ["AlreadyOwner", a.bytes],
      ["AlreadyOwner", c.bytes],
      ["InvalidOwner", zeroHash],
      ["InvalidOwner", `0x${"11".repeat(64)}`],
      ["InvalidOwner", "0x11"],
    ];
    for (const [name, last] of bad) {
      const data = encodeFunctionData({
        abi: acctFactoryAbi,
        functionName: "createAccount",
        args: [[...good, last], 0n],
      });
      assertEquals(errorName(await revertOf(stack, { to: factory, data })), name);
    }
  });

  await t.step("all owners between the remaining ones are removed", async () => {
    const { passkey, account } = await createOwned(stack, 20);
    const added = [21, 22, 23, 24, 25].map(createDeviceKey);
    const all = [entry(0, passkey), ...added.map((owner, i) => entry(i + 1, owner))];
    const head = await applyChange(stack, account, changeTo(all), passkey);
    const less = changeTo([all[0]!, all[4]!], { from: [head], next: 6n });
    const signed = await signChange(account, less, passkey);
    const receipt = await transact(stack, { to: account, data: ownerData.apply(signed) });
    const removed = eventsOf(receipt).filter(([name]) => name === "OwnerRemoved");
    assertEquals(
      removed.map(([, args]) => args),
      [1, 2, 3, 5].map((index) => ({ index: BigInt(index), id: wordOf(added[index - 1]!) })),
    );
    assertEquals((await ownerState(stack, account)).words, [
      wordOf(passkey),
      zeroHash,
      zeroHash,
      zeroHash,
      wordOf(added[3]!),
      zeroHash,
    ]);
  });

  await t.step("a change continues any of its heads, on creation too", async () => {
    for (const count of [3, 64]) {
      const seed = 30 + count;
      const passkey = createPasskey(seed);
      const account = await accountAddress(stack, [passkey.bytes]);
      const others = heads(count - 1);
      const owners = [entry(0, passkey), entry(1, createDeviceKey(seed + 100))];
      const step = await signChange(
        account,
        changeTo(owners, { from: [...others, zeroHash] }),
        passkey,
      );
      const next = await signChange(
        account,
        changeTo(owners, { from: [...others, step.head], delay: 5n * day }),
        passkey,
      );
      const { factoryData } = createWithChanges([passkey.bytes], [step]);
      await transact(stack, { to: factory, data: factoryData });
      assertEquals((await ownerState(stack, account)).head, step.head);
      // The last of a list is applied, the others are skipped.
      const list = [step, step, next];
      assertEquals(await carry(stack, account, ownerData.applyAll(list)), null);
      assertEquals((await ownerState(stack, account)).head, next.head);
      assertEquals(await carry(stack, account, ownerData.apply(next)), "WrongHead");
      // If there is nothing left to apply, the list is accepted.
      assertEquals(await carry(stack, account, ownerData.applyAll(list)), null);
    }
    const { passkey, account } = await createOwned(stack, 39);
    const from = [...heads(64), zeroHash];
    const long = await signChange(
      account,
      changeTo([entry(0, passkey), entry(1, createPasskey(40))], { from }),
      passkey,
    );
    assertEquals(await carry(stack, account, ownerData.apply(long)), "InvalidHeadCount");
    assertEquals(await carry(stack, account, ownerData.applyAll([long])), "InvalidHeadCount");
  });
});
