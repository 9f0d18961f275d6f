import { assertEquals } from "@std/assert";
import type { Hex } from "viem";
import {
  applyChange,
  changeTo,
  day,
  entry,
  type OwnerEntry,
  ownerState,
} from "./testing/owner_change.ts";
import { createPasskey } from "./testing/passkey.ts";
import {
  finish,
  guarded,
  pass,
  pending,
  recoveryDelay,
  recoveryOf,
  setTime,
  start,
} from "./testing/recovery.ts";
import { createAccount, startStack } from "./testing/stack.ts";

Deno.test("the delay of recoveries", async (t) => {
  await using stack = await startStack();

  await t.step("is three days at first, and longer at once where it was raised", async () => {
    const it = await guarded(stack, 1);
    const { account, passkey, entries, head } = it;
    assertEquals(await recoveryDelay(stack, account), 3n * day);
    const raised = await applyChange(
      stack,
      account,
      changeTo(entries, { from: [head], delay: 10n * day }),
      passkey,
    );
    assertEquals(await recoveryDelay(stack, account), 10n * day);
    const recovery = recoveryOf({ head: raised }, createPasskey(3030));
    assertEquals(await start(stack, it, recovery), null);
    await pass(stack, 10n * day - 5n);
    assertEquals(await finish(stack, it, recovery), "NotReady");
    await pass(stack, 5n);
    assertEquals(await finish(stack, it, recovery), null);
    assertEquals((await ownerState(stack, account)).delay, 10n * day);
  });

  await t.step("that was lowered waits out the old one", async () => {
    const it = await guarded(stack, 2);
    const { account, passkey, entries, head } = it;
    const change = (from: Hex, delay: bigint, owners = entries) =>
      applyChange(stack, account, changeTo(owners, { from: [from], delay, next: 3n }), passkey);
    const { timestamp } = await stack.client.getBlock();
    const raised = await change(head, 10n * day);
    const lowered = await change(raised, day);
    assertEquals((await ownerState(stack, account)).delay, day);
    assertEquals(await recoveryDelay(stack, account), 10n * day);

    // To and fro does not shorten it, nor does taking the recovery owners out and in.
    await setTime(stack, timestamp + 5n * day);
    const up = await change(lowered, 2n * day);
    const down = await change(up, day);
    const end = (await stack.client.getBlock()).timestamp + 10n * day;
    assertEquals(await recoveryDelay(stack, account), 10n * day);
    const without = await change(down, day, [entry(0, passkey)]);
    const back = await change(without, day);
    assertEquals(await recoveryDelay(stack, account), 10n * day);

    // A recovery that started meanwhile keeps its delay, also when the new delay counts.
    await pass(stack, day);
    const recovery = recoveryOf({ head: back }, createPasskey(3031));
    assertEquals(await start(stack, it, recovery), null);
    const { readyAt } = (await pending(stack, account, 1))!;
    await setTime(stack, end - 1n);
    assertEquals(await recoveryDelay(stack, account), 10n * day);
    await setTime(stack, end);
    assertEquals(await recoveryDelay(stack, account), day);
    assertEquals(await finish(stack, it, recovery), "NotReady");
    assertEquals((await pending(stack, account, 1))!.readyAt, readyAt);
    // And one that starts now waits for the new one.
    const quick = recoveryOf({ head: back }, createPasskey(3032), { salt: 5n });
    assertEquals(await start(stack, it, quick, 1), null);
    const soon = (await pending(stack, account, 2))!.readyAt;
    assertEquals(soon - (await stack.client.getBlock()).timestamp, day);
    await setTime(stack, readyAt);
    assertEquals(await finish(stack, it, recovery), null);
  });

  await t.step(
    "that was lowered as the recovery owners go waits for them to come back",
    async () => {
      const it = await guarded(stack, 6);
      const { account, passkey, entries, head } = it;
      const change = (from: Hex, owners: OwnerEntry[]) =>
        applyChange(
          stack,
          account,
          changeTo(owners, { from: [from], delay: day, next: 3n }),
          passkey,
        );
      const without = await change(head, [entry(0, passkey)]);
      assertEquals(await recoveryDelay(stack, account), 3n * day);
      await change(without, entries);
      assertEquals(await recoveryDelay(stack, account), 3n * day);
    },
  );

  await t.step("that was lowered is not prolonged by changes of other things", async () => {
    const it = await guarded(stack, 5);
    const { account, passkey, entries, head } = it;
    const change = (from: Hex, delay: bigint, owners = entries) =>
      applyChange(stack, account, changeTo(owners, { from: [from], delay, next: 4n }), passkey);
    const lowered = await change(head, 2n * day);
    const end = (await stack.client.getBlock()).timestamp + 3n * day;
    await pass(stack, day);
    const more = [...entries, entry(3, createPasskey(3034))];
    const same = await change(lowered, 2n * day, more);
    assertEquals(await recoveryDelay(stack, account), 3n * day);
    // One that is raised above the old one counts at once.
    const snapshot = await stack.client.snapshot();
    await change(same, 4n * day, more);
    assertEquals(await recoveryDelay(stack, account), 4n * day);
    await stack.client.revert({ id: snapshot });
    await setTime(stack, end);
    assertEquals(await recoveryDelay(stack, account), 2n * day);
  });

  await t.step("that was lowered ends what was pending, so nothing gets shorter", async () => {
    const it = await guarded(stack, 3);
    const { account, passkey, entries, head } = it;
    const recovery = recoveryOf(it, createPasskey(3033));
    assertEquals(await start(stack, it, recovery), null);
    const delay = day;
    const lowered = await applyChange(
      stack,
      account,
      changeTo(entries, { from: [head], delay }),
      passkey,
    );
    await pass(stack, day);
    assertEquals(await finish(stack, it, recovery), "NotPending");
    const again = recoveryOf({ head: lowered }, createPasskey(3033));
    assertEquals(await start(stack, it, again), null);
    await pass(stack, 2n * day);
    assertEquals(await finish(stack, it, again), "NotReady");
    await pass(stack, day);
    assertEquals(await finish(stack, it, again), null);
  });

  await t.step("is lowered at once without recovery owners", async () => {
    const passkey = createPasskey(4);
    const account = await createAccount(stack, [passkey.bytes]);
    await applyChange(stack, account, changeTo([entry(0, passkey)], { delay: day }), passkey);
    assertEquals(await recoveryDelay(stack, account), day);
  });
});

Deno.test("a recovery that continues several heads leaves each chain its delay", async () => {
  await using one = await startStack();
  await using two = await startStack();
  const it = await guarded(one, 9);
  const { account, passkey, entries, head } = await guarded(two, 9);
  assertEquals([account, head], [it.account, it.head]);
  // Chain 2 alone gets a longer delay, and so another head.
  const longer = changeTo(entries, { from: [head], delay: 10n * day });
  const other = await applyChange(two, account, longer, passkey);

  const key = createPasskey(3090);
  const recovery = recoveryOf(it, key, { from: [head, other] });
  for (const [stack, delay] of [[one, 3n * day], [two, 10n * day]] as const) {
    assertEquals(await start(stack, it, recovery), null);
    await pass(stack, delay);
    assertEquals(await finish(stack, it, recovery), null);
  }
  const [here, there] = await Promise.all([one, two].map((stack) => ownerState(stack, account)));
  assertEquals([here!.head, here!.words], [there!.head, there!.words]);
  assertEquals([here!.delay, there!.delay], [3n * day, 10n * day]);

  // The next change states the delay, and makes them equal.
  for (const stack of [one, two]) {
    const next = changeTo([entry(3, key)], { from: [here!.head, head], next: 4n, delay: 5n * day });
    await applyChange(stack, account, next, key, 3);
    assertEquals((await ownerState(stack, account)).delay, 5n * day);
  }
});
