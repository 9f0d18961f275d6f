/** The recovery that a friend signs: valid, always the same, and only for its account. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { type Hex, size } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { addChange, readHistory, setAt, tipOf } from "../../core/account/owners/history.ts";
import { addressOwner, storedWord } from "../../core/account/owners/key.ts";
import { stepDigest } from "../../core/account/owners/change.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { localService } from "../../core/testing/local_wallet.ts";
import { account, at, first, second, signed, third } from "../../core/testing/owners.ts";
import { accountOf } from "../../core/account/address.ts";
import type { OwnersOnChain } from "../../core/wire/owners.ts";
import { friendKey } from "./key.ts";
import {
  anyReadyAt,
  findTarget,
  helpOf,
  indexOfKey,
  isHelper,
  isOnChain,
  isStopped,
  signRecovery,
  type Target,
  waitingFor,
} from "./target.ts";

const friendOf = async (seed: number): Promise<PrivateKeyAccount> =>
  privateKeyToAccount(await friendKey(new Uint8Array(32).fill(seed), account.address));

const bob = await friendOf(1);
const carol = await friendOf(2);

/** An account with one passkey and two friends. */
async function open(changes: Partial<OwnersOnChain> = {}): Promise<Target> {
  const added = await signed({
    owners: [
      { index: 0, kind: "full", owner: first.bytes },
      { index: 1, kind: "recovery", owner: addressOwner(bob.address) },
      { index: 2, kind: "recovery", owner: addressOwner(carol.address) },
    ],
    next: 3,
  });
  const history = await readHistory(account, [added]);
  const chain = { ...at(setAt(history, added.head)!), ...changes };
  return { account, now: { history, tip: tipOf(history), chains: [chain] } };
}

Deno.test("friend recovery: replaces the passkeys, keeps the friends, and follows from the owners", async () => {
  const target = await open();
  const recovery = await signRecovery(target, bob, second.bytes);
  assertEquals(recovery.owners.map(({ index, kind, owner }) => [index, kind, owner]), [
    [1, "recovery", addressOwner(bob.address)],
    [2, "recovery", addressOwner(carol.address)],
    [3, "full", second.bytes],
  ]);
  assertEquals([recovery.next, size(recovery.signature)], [4, 67]);
  const history = await addChange(target.now.history, recovery);
  assert(history !== null);
  const after = { account, now: { ...target.now, history, tip: tipOf(history) } };
  assert(indexOfKey(after, second.bytes) < 0, "no network has it yet");
  const chain = at(tipOf(history));
  const there = { account, now: { ...after.now, chains: [chain] } };
  assertEquals([indexOfKey(there, second.bytes), isOnChain(there, second.bytes)], [3, true]);
  // The history must prove it.
  const claimed = { account, now: { ...target.now, chains: [chain] } };
  assertEquals([indexOfKey(claimed, second.bytes), isOnChain(claimed, second.bytes)], [-1, true]);
  // The passkey that was lost has no access.
  assertEquals(indexOfKey(there, first.bytes), -1);
});

Deno.test("friend recovery: a stranger's, a removed friend's and another account's are invalid", async () => {
  const target = await open();
  const stranger = await friendOf(3);
  assertEquals([isHelper(target, bob.address), isHelper(target, stranger.address)], [true, false]);
  const forged = await signRecovery(target, stranger, second.bytes);
  assertEquals(await addChange(target.now.history, forged), null);
  const recovery = await signRecovery(target, bob, second.bytes);
  const other = accountOf(third.bytes);
  assertEquals(await addChange(await readHistory(other, []), recovery), null);
  // The signature covers the key.
  const owners = recovery.owners.map((each) =>
    each.kind === "full" ? { ...each, owner: third.bytes } : each
  );
  assertEquals(await addChange(target.now.history, { ...recovery, owners }), null);
});

Deno.test("friend recovery: a link starts one recovery, which both devices recognize", async () => {
  const target = await open();
  const [one, again] = await Promise.all([
    signRecovery(target, bob, second.bytes),
    signRecovery(target, bob, second.bytes),
  ]);
  assertEquals(one, again);
  const recovery = stepDigest(account.address, one!);
  const waits = (id: Hex) => open({ pending: [{ index: 1, readyAt: 1_000, recovery: id }] });
  const started = await waits(recovery);
  const times = (found: ReturnType<typeof waitingFor>) => found.map(({ readyAt }) => readyAt);
  assertEquals(times(waitingFor(started, second.bytes)), [1_000]);
  // A recovery to another key is not taken for it.
  assertEquals(times(waitingFor(started, third.bytes)), []);
  assertEquals([anyReadyAt(started), anyReadyAt(target)], [1_000, null]);
});

Deno.test("friend recovery: a waiting recovery stays known while networks change or are unreachable", async () => {
  const target = await open();
  const id = stepDigest(account.address, await signRecovery(target, bob, second.bytes));
  const state = (changes: Partial<OwnersOnChain>) => open(changes);
  const isOver = (now: Target, ids: readonly Hex[] = [id]) => isStopped(now, second.bytes, ids);
  const pending = [{ index: 1, readyAt: 1_000, recovery: id }];
  assertEquals(isOver(await state({ pending })), false);
  // It may still wait there.
  assertEquals(isOver(await state({ deployed: null, words: [], pending: [] })), false);
  // Another network with earlier owners changes the recovery that would be signed now.
  const lags = { ...target.now.chains[0]!, chainId: "0x2", head: `0x${"f1".repeat(32)}` } as const;
  const waits = await state({ pending });
  const changed = { account, now: { ...waits.now, chains: [...waits.now.chains, lags] } };
  assertEquals(waitingFor(changed, second.bytes).length, 0);
  assertEquals(waitingFor(changed, second.bytes, [id]).length, 1);
  assertEquals(isOver(changed), false);
  // Stopped: every network is readable, and none has it.
  assertEquals(isOver(await state({})), true);
  assertEquals(isOver(await state({}), []), false);
});

Deno.test("friend recovery: an account that no friend can recover is named", async () => {
  const target = await open();
  assertEquals(helpOf(target), "possible");
  assertEquals(helpOf(await open({ deployed: false, words: [] })), "unused");
  assertEquals(helpOf(await open({ deployed: null, words: [] })), "possible");
  const history = await readHistory(account, []);
  const alone = { account, now: { ...target.now, history, tip: tipOf(history) } };
  assertEquals(helpOf(alone), "no_friend");
});

Deno.test("friend recovery: the service cannot pass off another account", async () => {
  const service = (answer: unknown) =>
    localService({
      call: (method) =>
        method === "acct_getAccount" ? { account: answer } : { changes: [], chains: [] },
    });
  assertEquals(await findTarget(service(null), account.address), null);
  assertEquals((await findTarget(service(account), account.address))?.account, account);
  for (
    const lie of [
      accountOf(second.bytes),
      { ...accountOf(second.bytes), address: account.address },
    ]
  ) {
    const error = await assertRejects(() => findTarget(service(lie), account.address), AcctError);
    assertEquals(error.data.cause, "service_mismatch");
  }
});

Deno.test("friend recovery: starts where the friend can start it, also on a network that lags", async () => {
  const target = await open();
  const word = storedWord({ kind: "recovery", owner: addressOwner(bob.address) });
  const forked = { ...target.now.chains[0]!, head: `0x${"f1".repeat(32)}` as Hex, words: [word] };
  const unrelated = { ...target.now.chains[0]!, head: `0x${"f2".repeat(32)}` as Hex, words: [] };
  const now = { ...target.now, chains: [forked, unrelated] };
  const { from } = await signRecovery({ account, now }, bob, second.bytes);
  assertEquals(from, [target.now.tip.head, forked.head]);
});
