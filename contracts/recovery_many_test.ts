import { assertEquals } from "@std/assert";
import type { Hex } from "viem";
import {
  applyChange,
  carry,
  changeTo,
  day,
  entry,
  kind,
  ownerData,
  ownerState,
  type Recovery,
  recoveryHash,
  recoveryWord,
  wordOf,
} from "./testing/owner_change.ts";
import { createPasskey, wrapSignature } from "./testing/passkey.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import {
  finish,
  type Guarded,
  guarded,
  pass,
  pending,
  recoveryOf,
  signRecovery,
  start,
  stop,
} from "./testing/recovery.ts";
import { type Stack, startStack } from "./testing/stack.ts";

/** Reads all pending recoveries by their hashes and indices. */
async function all({ client }: Stack, { account }: Guarded): Promise<[Hex, number][]> {
  const list = await client.readContract({
    address: account,
    abi: acctAbi,
    functionName: "pendingRecoveries",
  });
  return list.map(({ recovery, index }) => [recovery, index]);
}

Deno.test("several recovery owners have pending recoveries", async (t) => {
  await using stack = await startStack();
  const key = createPasskey(3500);
  const numbered = (it: Guarded, salt: number): Recovery =>
    recoveryOf(it, key, { salt: BigInt(salt) });
  const veto = (it: Guarded, target: Hex) =>
    stop(stack, it.account, { heads: [it.head], target }, it.passkey);

  await t.step("each owner has at most four, not counting vetoed ones", async () => {
    const it = await guarded(stack, 1);
    const { account } = it;
    const id = (salt: number) => recoveryHash(account, numbered(it, salt));
    for (const salt of [1, 2, 3, 4]) {
      assertEquals(await start(stack, it, numbered(it, salt)), null);
      assertEquals(await start(stack, it, numbered(it, 10 + salt), 1), null);
    }
    for (const salt of [5, 6]) {
      assertEquals(await start(stack, it, numbered(it, salt)), "TooManyRecoveries");
      assertEquals(await start(stack, it, numbered(it, 10 + salt), 1), "TooManyRecoveries");
    }
    assertEquals(await start(stack, it, numbered(it, 4)), "AlreadyStarted");
    const order = [1, 11, 2, 12, 3, 13, 4, 14];
    const listed = (salts: number[]) =>
      salts.map((salt): [Hex, number] => [id(salt), salt > 10 ? 2 : 1]);
    assertEquals(await all(stack, it), listed(order));

    // Each veto allows one more, of the same owner alone.
    assertEquals(await veto(it, id(4)), null);
    assertEquals(await start(stack, it, numbered(it, 4)), "Vetoed");
    assertEquals(await start(stack, it, numbered(it, 15), 1), "TooManyRecoveries");
    assertEquals(await start(stack, it, numbered(it, 5)), null);
    assertEquals(await start(stack, it, numbered(it, 6)), "TooManyRecoveries");
    assertEquals(await veto(it, id(11)), null);
    assertEquals(await all(stack, it), listed([1, 2, 12, 3, 13, 14, 5]));
    await pass(stack, 3n * day);
    for (const [salt, refusal] of [[4, "Vetoed"], [11, "Vetoed"], [6, "NotPending"]] as const) {
      assertEquals(await finish(stack, it, numbered(it, salt)), refusal);
    }
    // The last recovery of the list can be finished.
    assertEquals(await finish(stack, it, numbered(it, 5)), null);
    assertEquals((await ownerState(stack, account)).head, id(5));
    assertEquals(await all(stack, it), []);
  });

  await t.step("a veto of an owner stops its recoveries only", async () => {
    const it = await guarded(stack, 2);
    const { account, guardians: [leaked] } = it;
    for (const salt of [1, 2, 3]) {
      assertEquals(await start(stack, it, numbered(it, salt)), null);
      assertEquals(await start(stack, it, numbered(it, 10 + salt), 1), null);
    }
    assertEquals(await veto(it, recoveryWord(leaked)), null);
    assertEquals(await pending(stack, account, 1), []);
    assertEquals((await all(stack, it)).map(([, index]) => index), [2, 2, 2]);
    await pass(stack, 3n * day);
    assertEquals(await finish(stack, it, numbered(it, 3)), "Vetoed");
    assertEquals(await finish(stack, it, numbered(it, 13)), null);
  });

  await t.step("a leaked key that copies another owner's recovery does not stop it", async () => {
    const it = await guarded(stack, 3);
    const { account, guardians } = it;
    const recovery = numbered(it, 1);
    const id = recoveryHash(account, recovery);
    // The thief signs the same recovery first, and starts three more.
    assertEquals(await start(stack, it, recovery, 0), null);
    const [copied] = await pending(stack, account, 1);
    for (const salt of [2, 3, 4]) {
      assertEquals(await start(stack, it, numbered(it, salt), 0), null);
    }
    assertEquals(await start(stack, it, recovery, 1), "AlreadyStarted");
    assertEquals((await pending(stack, account, 1))[0], copied);
    // The other owner's limit is not affected.
    assertEquals(await start(stack, it, numbered(it, 11), 1), null);
    await pass(stack, 3n * day - 100n);
    assertEquals(await start(stack, it, numbered(it, 5), 0), "TooManyRecoveries");
    assertEquals(await start(stack, it, numbered(it, 12), 1), null);
    await pass(stack, 100n);
    const signature = await signRecovery(account, recovery, guardians[1], 2);
    assertEquals(
      await carry(stack, account, ownerData.start(recovery, signature)),
      "AlreadyStarted",
    );
    assertEquals(await finish(stack, it, numbered(it, 12)), "NotReady");
    assertEquals(await finish(stack, it, recovery), null);
    const { head, words } = await ownerState(stack, account);
    assertEquals([head, words.at(-1)], [id, wordOf(key)]);
  });

  await t.step(
    "a veto of that key ends its copy, and the other owner signs another one",
    async () => {
      const it = await guarded(stack, 6);
      const { account, guardians: [leaked] } = it;
      assertEquals(await start(stack, it, numbered(it, 1), 0), null);
      assertEquals(await veto(it, recoveryWord(leaked)), null);
      assertEquals(await start(stack, it, numbered(it, 1), 1), "AlreadyStarted");
      assertEquals(await start(stack, it, numbered(it, 2), 0), "Vetoed");
      assertEquals(await start(stack, it, numbered(it, 2), 1), null);
      await pass(stack, 3n * day);
      assertEquals(await finish(stack, it, numbered(it, 1)), "Vetoed");
      assertEquals(await finish(stack, it, numbered(it, 2)), null);
      assertEquals((await ownerState(stack, account)).words.at(-1), wordOf(key));
    },
  );

  await t.step("a new head allows each owner four again", async () => {
    const it = await guarded(stack, 4);
    const { account, passkey, entries } = it;
    for (const salt of [1, 2, 3, 4]) {
      assertEquals(await start(stack, it, numbered(it, salt)), null);
    }
    const head = await applyChange(
      stack,
      account,
      changeTo(entries, { from: [it.head], delay: 4n * day }),
      passkey,
    );
    const next = { ...it, head };
    assertEquals(await all(stack, next), []);
    for (const salt of [1, 2, 3, 4]) {
      assertEquals(await start(stack, next, numbered(next, salt)), null);
    }
    assertEquals(await start(stack, next, numbered(next, 5)), "TooManyRecoveries");
  });

  await t.step("heads are up to 64, and the last counts like the first", async () => {
    const it = await guarded(stack, 5);
    const { account, passkey, entries, guardians: [guardian], head } = it;
    const many = [...Array.from({ length: 63 }, (_, i) => wordOf(createPasskey(i))), head];
    const recovery = recoveryOf(it, key, { from: many });
    assertEquals(await start(stack, it, recovery), null);
    const target = recoveryHash(account, recovery);
    assertEquals(await stop(stack, account, { heads: many, target }, passkey), null);
    assertEquals(await all(stack, it), []);
    const longer = [many[0]!, ...many];
    assertEquals(
      await stop(stack, account, { heads: longer, target }, passkey),
      "InvalidHeadCount",
    );
    const wide = { ...recovery, from: longer };
    assertEquals(await start(stack, it, wide), "InvalidHeadCount");
    const next = changeTo([...entries, entry(3, key)], { from: many });
    const changed = await applyChange(stack, account, next, passkey);
    // A recovery owner cannot sign a change.
    const down = changeTo([entry(0, passkey), entry(1, guardian, kind.recovery)], {
      from: [...many.slice(1), changed],
      next: 4n,
    });
    const forged = {
      change: down,
      signature: wrapSignature(1, await guardian.sign(changed)),
    };
    assertEquals(await carry(stack, account, ownerData.apply(forged)), "InvalidSignature");
    await applyChange(stack, account, down, passkey);
  });
});
