import { assertEquals, assertNotEquals } from "@std/assert";
import { type Address, zeroHash } from "viem";
import { factory } from "./addresses.ts";
import {
  applyChange,
  carry,
  changeTo,
  createWithChanges,
  day,
  entry,
  obeys,
  ownerData,
  ownerState,
  signChange,
  wordOf,
} from "./testing/owner_change.ts";
import { createAddressOwner, createPasskey } from "./testing/passkey.ts";
import { accountAddress, createAccount, fund, startStack, transact } from "./testing/stack.ts";

Deno.test("two chains", async (t) => {
  await using one = await startStack();
  await using two = await startStack();
  const both = [one, two];
  /** An account on both chains, owned by a remaining device and a lost one. */
  const start = async (seed: number) => {
    const [mine, lost] = [createPasskey(seed), createPasskey(seed + 100)];
    const owners = [mine.bytes, lost.bytes];
    const account = await accountAddress(one, owners);
    for (const stack of both) {
      assertEquals(await createAccount(stack, owners), account);
      await fund(stack, account);
    }
    return { mine, lost, account };
  };
  const heads = (account: Address) =>
    Promise.all(both.map(async (stack) => (await ownerState(stack, account)).head));
  const words = (account: Address) =>
    Promise.all(both.map(async (stack) => (await ownerState(stack, account)).words));

  await t.step("a thief who burns a change on chain 2 is seen there, and removed", async () => {
    const { mine, lost, account } = await start(1);
    // The thief changes something of no account, on chain 2 alone.
    await applyChange(
      two,
      account,
      changeTo([entry(0, mine), entry(1, lost)], { delay: 4n * day }),
      lost,
      1,
    );
    const removal = await signChange(account, changeTo([entry(0, mine)], { next: 2n }), mine);
    const data = ownerData.apply(removal);
    assertEquals(await carry(one, account, data), null);
    assertEquals(await carry(two, account, data), "WrongHead");
    const [here, there] = await heads(account);
    assertEquals(here, removal.head);
    assertNotEquals(here, there);
    assertEquals(await obeys(two, account, lost, 1), true);

    // One signature at both heads removes the thief on chain 2, and makes the chains equal.
    const repair = await signChange(
      account,
      changeTo([entry(0, mine)], { from: [here!, there!], next: 2n }),
      mine,
    );
    for (const stack of both) {
      assertEquals(await carry(stack, account, ownerData.apply(repair)), null);
      assertEquals(await obeys(stack, account, lost, 1), false);
      assertEquals(await obeys(stack, account, mine, 0), true);
    }
    assertEquals(await heads(account), [repair.head, repair.head]);
    assertEquals(await words(account), [[wordOf(mine), zeroHash], [wordOf(mine), zeroHash]]);
  });

  await t.step("a thief who takes over chain 2 controls it, and nothing of chain 1", async () => {
    const { mine, lost, account } = await start(2);
    const taken = await applyChange(
      two,
      account,
      changeTo([entry(1, lost)]),
      lost,
      1,
    );
    const removal = await applyChange(
      one,
      account,
      changeTo([entry(0, mine)], { next: 2n }),
      mine,
    );
    assertEquals(await heads(account), [removal, taken]);
    // No signature of the rightful owner is valid on chain 2 any longer, and none of the thief's on
    // 1.
    const repair = changeTo([entry(0, mine)], { from: [removal, taken], next: 2n });
    const mineSigned = await signChange(account, repair, mine);
    assertEquals(await carry(two, account, ownerData.apply(mineSigned)), "InvalidSignature");
    const theirs = changeTo([entry(1, lost)], { from: [removal, taken] });
    const thiefSigned = await signChange(account, theirs, lost, 1);
    assertEquals(await carry(one, account, ownerData.apply(thiefSigned)), "InvalidSignature");
    assertEquals([await obeys(one, account, lost, 1), await obeys(two, account, mine, 0)], [
      false,
      false,
    ]);
    // The longer history of the thief's chain has no effect on the other one.
    const more = changeTo([entry(1, lost)], { from: [taken], delay: 5n * day });
    const longer = await signChange(account, more, lost, 1);
    assertEquals(await carry(two, account, ownerData.apply(longer)), null);
    assertEquals(await carry(one, account, ownerData.apply(longer)), "WrongHead");
  });

  await t.step("two devices that sign at one head create a fork, which one repairs", async () => {
    const { mine, lost: other, account } = await start(3);
    const [phone, card] = [createPasskey(203), createAddressOwner(204)];
    const base = [entry(0, mine), entry(1, other)];
    const a = await signChange(account, changeTo([...base, entry(2, phone)]), mine);
    const b = await signChange(account, changeTo([...base, entry(2, card)]), other, 1);
    assertEquals(await carry(one, account, ownerData.apply(a)), null);
    assertEquals(await carry(two, account, ownerData.apply(b)), null);
    for (const [stack, late] of [[one, b], [two, a]] as const) {
      assertEquals(await carry(stack, account, ownerData.apply(late)), "WrongHead");
    }
    // Each chain has another owner at index 2; afterwards both have both.
    const repair = await signChange(
      account,
      changeTo([...base, entry(2, phone), entry(3, card)], { from: [a.head, b.head] }),
      other,
      1,
    );
    for (const stack of both) {
      assertEquals(await carry(stack, account, ownerData.apply(repair)), null);
      assertEquals(await obeys(stack, account, phone, 2), true);
      assertEquals(await obeys(stack, account, card, 3), true);
      assertEquals(await obeys(stack, account, card, 2), false);
    }
    assertEquals(await heads(account), [repair.head, repair.head]);
    const [first, last] = await words(account);
    assertEquals(first, last);
    // On chain 2 index 2 got another key, so its grants ended there; on chain 1 they did not.
    const generations = both.map(async (stack) => (await ownerState(stack, account)).generation);
    assertEquals(await Promise.all(generations), [0n, 1n]);
  });

  await t.step("a chain that lags follows with the same signatures", async () => {
    const { mine, lost, account } = await start(4);
    const [a, b] = [createPasskey(301), createPasskey(302)];
    const first = await signChange(account, changeTo([entry(0, mine), entry(2, a)]), mine);
    const second = await signChange(
      account,
      changeTo([entry(2, a), entry(3, b)], { from: [first.head] }),
      a,
      2,
    );
    for (const signed of [first, second]) {
      assertEquals(await carry(one, account, ownerData.apply(signed)), null);
    }
    // Until then the lost device still counts on chain 2.
    assertEquals(await obeys(two, account, lost, 1), true);
    const data = createWithChanges([mine.bytes, lost.bytes], [first, second]).factoryData;
    await transact(two, { to: factory, data });
    assertEquals(await heads(account), [second.head, second.head]);
    assertEquals(await obeys(two, account, lost, 1), false);
  });
});
