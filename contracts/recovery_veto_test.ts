import { assertEquals } from "@std/assert";
import { keccak256, parseEventLogs, zeroHash } from "viem";
import { factory } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import {
  applyChange,
  carry,
  changeTo,
  createWithChanges,
  day,
  entry,
  ownerData,
  ownerState,
  recoveryHash,
  recoveryTo,
  recoveryWord,
  signChange,
  vetoHash,
  wordOf,
} from "./testing/owner_change.ts";
import { createPasskey, wrapSignature } from "./testing/passkey.ts";
import {
  finish,
  guarded,
  pass,
  pending,
  recoveryDelay,
  recoveryOf,
  signRecovery,
  start,
  stop,
} from "./testing/recovery.ts";
import { accountAddress, createAccount, startStack, transact } from "./testing/stack.ts";

const abi = acctAbi;

Deno.test("vetoes", async (t) => {
  await using stack = await startStack();
  const { client } = stack;

  await t.step(
    "stop a recovery before it starts, while it waits and when it is ready",
    async () => {
      for (const moment of ["before", "between", "ready"]) {
        const it = await guarded(stack, moment.length);
        const { account, passkey, head } = it;
        const recovery = recoveryOf(it, createPasskey(3020));
        const id = recoveryHash(account, recovery);
        const veto = { heads: [head], target: id };
        if (moment !== "before") {
          assertEquals(await start(stack, it, recovery), null);
          await pass(stack, moment === "between" ? day : 4n * day);
        }
        assertEquals(await stop(stack, account, veto, passkey), null);
        assertEquals(await pending(stack, account, 1), []);
        // It cannot be started again, and not be finished ever.
        assertEquals(await start(stack, it, recovery), "Vetoed");
        await pass(stack, 30n * day);
        assertEquals(
          await finish(stack, it, recovery),
          moment === "before" ? "NotPending" : "Vetoed",
        );
        // Repeating the same veto has no effect, and another recovery of the same owner may start.
        assertEquals(await stop(stack, account, veto, passkey), null);
        assertEquals(await start(stack, it, recovery), "Vetoed");
        assertEquals(await start(stack, it, { ...recovery, salt: 2n }), null);
      }
    },
  );

  await t.step("stop a recovery owner: all that it started and will start", async () => {
    const it = await guarded(stack, 20);
    const { account, passkey, guardians: [guardian], head } = it;
    const recovery = recoveryOf(it, createPasskey(3021));
    assertEquals(await start(stack, it, recovery), null);
    const other = recoveryOf(it, createPasskey(3022));
    assertEquals(await start(stack, it, other, 1), null);
    const target = recoveryWord(guardian);
    const signature = wrapSignature(
      0,
      await passkey.sign(vetoHash(account, { heads: [head], target })),
    );
    const onChain = await client.readContract({
      address: account,
      abi,
      functionName: "vetoHash",
      args: [{ heads: [head], target }],
    });
    assertEquals(onChain, vetoHash(account, { heads: [head], target }));
    const receipt = await transact(stack, {
      to: account,
      data: ownerData.veto({ heads: [head], target }, signature),
    });
    const [vetoed] = parseEventLogs({ abi, logs: receipt.logs });
    assertEquals([vetoed!.eventName, vetoed!.args], ["RecoveryVetoed", { target, head }]);
    assertEquals(await pending(stack, account, 1), []);
    assertEquals((await pending(stack, account, 2)).length, 1);
    assertEquals(await start(stack, it, { ...recovery, salt: 2n }), "Vetoed");
    await pass(stack, 3n * day);
    assertEquals(await finish(stack, it, recovery), "Vetoed");
    // The other recovery owner is not stopped.
    assertEquals(await finish(stack, it, other), null);
  });

  await t.step("end with the head, together with the stopped recoveries", async () => {
    const it = await guarded(stack, 21);
    const { account, passkey, guardians: [guardian], entries, head } = it;
    const veto = { heads: [head], target: recoveryWord(guardian) };
    assertEquals(await stop(stack, account, veto, passkey), null);
    const delay = 5n * day;
    const next = await applyChange(
      stack,
      account,
      changeTo(entries, { from: [head], delay }),
      passkey,
    );
    assertEquals(await stop(stack, account, veto, passkey), "WrongHead");
    assertEquals(await start(stack, it, recoveryOf({ head: next }, createPasskey(3023))), null);
    assertEquals((await pending(stack, account, 1)).length, 1);
  });

  await t.step(
    "come from full owners of this account, at this head, as signed",
    async () => {
      const it = await guarded(stack, 22);
      const { account, passkey, guardians: [guardian], head } = it;
      const recovery = recoveryOf(it, createPasskey(3024));
      const target = recoveryHash(account, recovery);
      assertEquals(await start(stack, it, recovery), null);
      const veto = { heads: [head], target };
      const other = keccak256("0x02");
      assertEquals(await stop(stack, account, veto, guardian, 1), "InvalidSignature");
      assertEquals(await stop(stack, account, veto, createPasskey(99)), "InvalidSignature");
      assertEquals(await stop(stack, account, { ...veto, heads: [other] }, passkey), "WrongHead");
      assertEquals(await stop(stack, account, { ...veto, heads: [] }, passkey), "InvalidHeadCount");
      assertEquals(
        await stop(stack, account, { ...veto, heads: Array(65).fill(head) }, passkey),
        "InvalidHeadCount",
      );
      const signature = wrapSignature(0, await passkey.sign(vetoHash(account, veto)));
      for (const bent of [{ ...veto, target: other }, { ...veto, heads: [other, head] }]) {
        const data = ownerData.veto(bent, signature);
        assertEquals(await carry(stack, account, data), "InvalidSignature");
      }
      const twin = await createAccount(stack, [passkey.bytes], 1n);
      await applyChange(stack, twin, changeTo(it.entries), passkey);
      const twinHead = (await ownerState(stack, twin)).head;
      const wide = { heads: [head, twinHead], target };
      const borrowed = wrapSignature(0, await passkey.sign(vetoHash(account, wide)));
      assertEquals(await carry(stack, twin, ownerData.veto(wide, borrowed)), "InvalidSignature");
      // The invalid vetoes stopped nothing; a veto that names several heads does.
      assertEquals((await pending(stack, account, 1))[0]!.recovery, target);
      assertEquals(await carry(stack, account, ownerData.veto(wide, borrowed)), null);
      assertEquals(await pending(stack, account, 1), []);
    },
  );

  await t.step("race against the finish: who lands first wins", async () => {
    const it = await guarded(stack, 23);
    const { account, passkey, guardians: [guardian], head } = it;
    const recovery = recoveryOf(it, createPasskey(3025));
    assertEquals(await start(stack, it, recovery), null);
    await pass(stack, 3n * day);
    assertEquals(await finish(stack, it, recovery), null);
    for (const target of [recoveryHash(account, recovery), recoveryWord(guardian)]) {
      const veto = { heads: [head], target };
      assertEquals(await stop(stack, account, veto, passkey), "WrongHead");
      // At the new head the former owner is no longer one.
      const late = { heads: [recoveryHash(account, recovery)], target };
      assertEquals(await stop(stack, account, late, passkey), "InvalidSignature");
    }
  });

  await t.step("of nonexistent recoveries stop nothing", async () => {
    const it = await guarded(stack, 24);
    const { account, passkey, guardians: [guardian], head } = it;
    const recovery = recoveryOf(it, createPasskey(3026));
    for (const target of [zeroHash, guardian.bytes, keccak256(passkey.bytes)]) {
      assertEquals(await stop(stack, account, { heads: [head], target }, passkey), null);
    }
    assertEquals(await start(stack, it, recovery), null);
    await pass(stack, 3n * day);
    assertEquals(await finish(stack, it, recovery), null);
  });
});

Deno.test("a leaked recovery key on a chain where the account was never created", async () => {
  await using one = await startStack();
  await using two = await startStack();
  const it = await guarded(one, 1);
  const { account, passkey, guardians: [thief], entries, head } = it;
  const owners = [passkey.bytes];
  assertEquals(await accountAddress(two, owners), account);
  const recovery = recoveryTo([entry(3, thief)], { from: [head] });
  const step = await signChange(account, changeTo(entries), passkey);
  assertEquals(step.head, head);
  const signature = await signRecovery(account, recovery, thief, 1);

  // The first owners know no recovery owner.
  await createAccount(two, owners);
  assertEquals(await carry(two, account, ownerData.start(recovery, signature)), "WrongHead");
  const wide = { ...recovery, from: [zeroHash, head] };
  const early = await signRecovery(account, wide, thief, 1);
  assertEquals(await carry(two, account, ownerData.start(wide, early)), "InvalidSignature");

  // The thief submits the change that made it one, and waits like on every chain.
  await transact(two, { to: factory, data: createWithChanges(owners, [step]).factoryData });
  assertEquals(await carry(two, account, ownerData.start(recovery, signature)), null);
  assertEquals(await finish(two, it, recovery), "NotReady");

  // No operation ran there, so it has the longest delay.
  assertEquals(await recoveryDelay(two, account), 30n * day);

  // One veto is valid on all chains, before the recovery is known there, and anyone can submit it.
  const veto = { heads: [head], target: recoveryWord(thief) };
  for (const stack of [one, two]) assertEquals(await stop(stack, account, veto, passkey), null);
  await pass(two, 30n * day);
  assertEquals(await finish(two, it, recovery), "Vetoed");
  assertEquals(await carry(one, account, ownerData.start(recovery, signature)), "Vetoed");

  // And the change that removes the key, signed once, stops it permanently.
  const removal = await signChange(
    account,
    changeTo([entries[0]!, entries[2]!], { from: [head] }),
    passkey,
  );
  for (const stack of [one, two]) {
    assertEquals(await carry(stack, account, ownerData.apply(removal)), null);
    assertEquals(await carry(stack, account, ownerData.start(recovery, signature)), "WrongHead");
    const { head, words } = await ownerState(stack, account);
    assertEquals([head, words[0], words[1]], [removal.head, wordOf(passkey), zeroHash]);
  }
});
