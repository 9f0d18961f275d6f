import { assertEquals } from "@std/assert";
import {
  applyChange,
  carry,
  changeTo,
  day,
  entry,
  kind,
  ownerData,
  ownerState,
  recoveryTo,
} from "./testing/owner_change.ts";
import { createAddressOwner, createPasskey } from "./testing/passkey.ts";
import {
  finish,
  guarded,
  pass,
  pending,
  recoveryDelay,
  recoveryOf,
  setTime,
  signRecovery,
  start,
} from "./testing/recovery.ts";
import { createAccount, encodeCalls, fund, sendCalls, startStack } from "./testing/stack.ts";

Deno.test("the delay of recoveries", async (t) => {
  await using stack = await startStack();

  await t.step("is three days at first, and immediately longer if it was raised", async () => {
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

  await t.step("that was lowered applies to the next recovery", async () => {
    const it = await guarded(stack, 2);
    const { account, passkey, entries, head } = it;
    const recovery = recoveryOf(it, createPasskey(3031));
    assertEquals(await start(stack, it, recovery), null);
    const [before] = await pending(stack, account, 1);
    const lowered = await applyChange(
      stack,
      account,
      changeTo(entries, { from: [head], delay: day }),
      passkey,
    );
    assertEquals((await ownerState(stack, account)).delay, day);
    assertEquals(await recoveryDelay(stack, account), day);
    const both = { ...recovery, from: [head, lowered] };
    assertEquals(await start(stack, it, both), null);
    const [after] = await pending(stack, account, 1);
    assertEquals(after!.readyAt < before!.readyAt, true);
    await setTime(stack, after!.readyAt - 1n);
    assertEquals(await finish(stack, it, both), "NotReady");
    await setTime(stack, after!.readyAt);
    assertEquals(await finish(stack, it, both), null);
  });

  await t.step("of a pending recovery ends with the change that lowers it", async () => {
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
    assertEquals(await finish(stack, it, again), "NotReady");
    await pass(stack, day);
    assertEquals(await finish(stack, it, again), null);
  });

  await t.step("is 30 days until the account has run an operation on the chain", async () => {
    const passkey = createPasskey(4);
    const guardian = createAddressOwner(3035);
    const account = await createAccount(stack, [passkey.bytes]);
    await fund(stack, account);
    const entries = [entry(0, passkey), entry(1, guardian, kind.recovery)];
    const head = await applyChange(stack, account, changeTo(entries, { delay: day }), passkey);
    assertEquals((await ownerState(stack, account)).delay, day);
    assertEquals(await recoveryDelay(stack, account), 30n * day);
    const recovery = recoveryTo([entry(2, createPasskey(3036))], { from: [head] });
    const signature = await signRecovery(account, recovery, guardian, 1);
    assertEquals(await carry(stack, account, ownerData.start(recovery, signature)), null);
    const { timestamp } = await stack.client.getBlock();
    assertEquals((await pending(stack, account, 1))[0]!.readyAt, timestamp + 30n * day);

    // A nonce of any of the SDK's keys shows an operation; one of another key does not.
    for (const key of [0n, 1n, 3n, 7n, 8n, 2n ** 64n]) {
      const id = await stack.client.snapshot();
      const { success } = await sendCalls(
        stack,
        account,
        passkey,
        encodeCalls([{ target: account }]),
        { nonce: key << 64n },
      );
      assertEquals(success, true);
      const expected = key < 8n ? day : 30n * day;
      assertEquals(await recoveryDelay(stack, account), expected, `key ${key}`);
      // The recovery that was started before keeps its delay.
      assertEquals((await pending(stack, account, 1))[0]!.readyAt, timestamp + 30n * day);
      await stack.client.revert({ id });
    }
    await setTime(stack, timestamp + 30n * day - 1n);
    assertEquals(await finish(stack, { account }, recovery), "NotReady");
    await setTime(stack, timestamp + 30n * day);
    assertEquals(await finish(stack, { account }, recovery), null);
  });
});

Deno.test("a recovery that continues several heads leaves each chain its delay", async () => {
  await using one = await startStack();
  await using two = await startStack();
  const it = await guarded(one, 9);
  const { account, passkey, entries, head } = await guarded(two, 9);
  assertEquals([account, head], [it.account, it.head]);
  // Chain 2 alone gets a longer delay, and so a different head.
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
