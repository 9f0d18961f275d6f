import { assertEquals, assertNotEquals, assertRejects, assertThrows } from "@std/assert";
import { type Hex, hexToNumber, slice, toHex } from "viem";
import { createDeviceKey, wrapSignature } from "../../../contracts/testing/passkey.ts";
import { AcctError } from "../../ground/errors.ts";
import type { OwnerChangeJson, OwnerJson } from "../../wire/owners.ts";
import {
  account,
  at,
  chain,
  first,
  friend,
  full,
  second,
  signed,
  third,
} from "../../testing/owners.ts";
import { accountOf } from "../address.ts";
import { creationOf, currentCreation, deploys } from "./creation.ts";
import { MAX_HEADS, MAX_INDICES } from "../../ground/limits.ts";
import { ownerChangeDigest, stepDigest } from "./change.ts";
import {
  compareOwners,
  emptyHistory,
  leavesOf,
  type OwnerHistory,
  type OwnerSet,
  pathBetween,
  readHistory,
  setAt,
  tipOf,
  unchanged,
  wordsOf,
} from "./history.ts";
import { addressOwner, ownerWord, storedWord, ZERO_WORD } from "./key.ts";
import { placeAll } from "./on_chain.ts";
import { planChange } from "./plan.ts";

const keysOf = ({ owners }: OwnerSet) => owners.map(({ owner }) => owner);

Deno.test("owner history: accepts each change by a full owner of the state that it continues", async () => {
  const one = await signed({ owners: full(first, second) });
  const two = await signed({ from: [one.head], owners: full(first, second, friend) }, second, 1);
  const three = await signed({ from: [two.head], owners: full(null, second, friend) }, friend, 2);
  const history = await readHistory(account, [one, two, three]);
  assertEquals(keysOf(tipOf(history)), [second.bytes, friend.bytes]);
  assertEquals(tipOf(history).head, three.head);
  assertEquals(tipOf(history, first.bytes), null);
  assertEquals(wordsOf(tipOf(history)), [
    ZERO_WORD,
    ownerWord(second.bytes),
    friend.bytes,
    ZERO_WORD,
  ]);
  // In any order, from any source.
  const placed = await placeAll(emptyHistory(account), [three, two, one, three]);
  assertEquals(tipOf(placed).head, three.head);
  // A device key signs as a passkey does.
  const device = createDeviceKey(4001);
  const raw = await signed({ owners: full(first, third) }, device);
  assertEquals(keysOf(tipOf(await readHistory(account, [raw]))), [first.bytes, third.bytes]);
});

Deno.test("owner history: changes without a full owner's signature are rejected", async () => {
  const one = await signed({ owners: full(first, second) });
  const gone = await signed({ from: [one.head], owners: full(null, second) }, second, 1);
  const recovery: OwnerJson = { index: 2, kind: "recovery", owner: friend.bytes };
  const guarded = await signed({ owners: [...full(first, second), recovery] });
  const other = accountOf(second.bytes);
  const wrong: Record<string, readonly OwnerChangeJson[]> = {
    "by a stranger": [await signed({ owners: full(first, second) }, second)],
    "a removed owner": [
      one,
      gone,
      await signed({ from: [gone.head], owners: full(first, second) }),
    ],
    "a recovery owner": [
      guarded,
      await signed({ from: [guarded.head], owners: full(friend) }, friend, 2),
    ],
    "unknown head": [await signed({ from: [gone.head], owners: full(first, second) })],
    "changed owners": [{ ...one, owners: full(first, third) }],
    "changed heads": [{ ...one, from: [ZERO_WORD, one.head] }],
    "changed index": [{ ...one, next: 5 }],
    "changed delay": [{ ...one, delay: 86_400 }],
    "no heads": [await signed({ from: [], owners: full(first, second) })],
    "too many heads": [
      await signed({
        from: Array.from({ length: MAX_HEADS + 1 }, (_, i) => toHex(i, { size: 32 })),
        owners: full(first, second),
      }),
    ],
    "nobody": [await signed({ owners: [] })],
    "no full owner": [await signed({ owners: [{ ...recovery, index: 0 }] })],
    "a recovery key": [
      await signed({ owners: [...full(first), { ...recovery, owner: second.bytes }] }),
    ],
    "twice the same": [await signed({ owners: full(first, first) })],
    "in two kinds": [
      await signed({ owners: [...full(first, friend), { ...recovery, index: 2 }] }),
    ],
    "not in order": [await signed({ owners: full(first, second).toReversed() })],
    "beyond the next index": [await signed({ owners: full(first, second), next: 1 })],
    "an index that is too high": [await signed({ owners: full(first), next: MAX_INDICES + 1 })],
    "a short delay": [await signed({ owners: full(first, second), delay: 86_399 })],
    "a long delay": [await signed({ owners: full(first, second), delay: 2_592_001 })],
    "the account": [
      await signed({
        owners: [...full(first), { index: 1, kind: "full", owner: addressOwner(account.address) }],
      }),
    ],
    "the zero address": [
      await signed({ owners: [...full(first), { index: 1, kind: "full", owner: ZERO_WORD }] }),
    ],
    "no point": [
      await signed({
        owners: [...full(first), { index: 1, kind: "full", owner: `0x${"11".repeat(64)}` }],
      }),
    ],
    "seventeen": [
      await signed({
        owners: Array.from({ length: 17 }, (_, index) => ({
          index,
          kind: "full" as const,
          owner: index === 0 ? first.bytes : toHex(index, { size: 32 }),
        })),
        next: 17,
      }),
    ],
  };
  for (const [name, changes] of Object.entries(wrong)) {
    const error = await assertRejects(() => readHistory(account, changes), AcctError, "", name);
    assertEquals([error.data.cause, error.data.field], ["service_mismatch", "changes"], name);
  }
  await assertRejects(() => readHistory(other, [one]), AcctError);
});

Deno.test("owner history: a fork is detected, repaired by one signature, and never counted", async () => {
  // The thief, second, and the rightful owner sign at the same head.
  const shared = await signed({ owners: full(first, second) });
  const mine = await signed({ from: [shared.head], owners: full(first) });
  const stolen = await signed(
    { from: [shared.head], owners: full(first, second, third) },
    second,
    1,
  );
  const more = await signed({ from: [stolen.head], owners: full(first, second, friend) }, third, 2);
  const history = await readHistory(account, [shared, mine, stolen, more]);
  // The other branch has three changes, this one has one: the first change decides.
  assertEquals(tipOf(history).head, mine.head);
  assertEquals(tipOf(history, third.bytes), null);
  assertEquals(tipOf(history, friend.bytes)?.head, more.head);
  assertEquals(leavesOf(history).map(({ head }) => head), [mine.head, more.head]);
  const tip = tipOf(history, first.bytes)!;
  const there = at(history.steps.get(more.head)!);
  assertEquals(compareOwners(history, tip, there), "forked");
  assertEquals(compareOwners(history, tip, at(tip)), "same");
  assertEquals(compareOwners(history, tip, at(history.first)), "behind");
  assertEquals(compareOwners(history, tip, at(history.steps.get(shared.head)!)), "behind");
  // If the thief removed all other owners, nothing can be signed.
  const taken = await signed({ from: [shared.head], owners: full(null, second) }, second, 1);
  const lost = await placeAll(history, [taken]);
  assertEquals(compareOwners(lost, tip, at(lost.steps.get(taken.head)!)), "taken");
  // For a chain with an unknown head, only its owners are compared.
  const unknown = (words: Hex[]) =>
    compareOwners(history, tip, chain({ head: shared.signature.slice(0, 66) as Hex, words }));
  assertEquals(unknown([ownerWord(first.bytes)]), "forked");
  assertEquals(unknown([ownerWord(second.bytes)]), "taken");
  assertEquals(unknown([]), "taken");
  // The chain's logs distinguish a change that continues the known owners from one that does not.
  const later = (past: Hex[], words = [ownerWord(first.bytes)]) =>
    compareOwners(history, tip, {
      ...chain({ words, head: ZERO_WORD.replace(/0$/, "1") as Hex }),
      past,
    });
  assertEquals(later([shared.head, tip.head]), "ahead");
  assertEquals(later([shared.head]), "forked");
  assertEquals(later([tip.head], [ownerWord(second.bytes)]), "taken");
  // If one of the current owners is missing, the state is more than a later change.
  const both = history.steps.get(shared.head)!;
  const without = (words: Hex[]) =>
    compareOwners(history, both, {
      head: ZERO_WORD.replace(/0$/, "1") as Hex,
      words,
      past: [shared.head],
    });
  const words = keysOf(both).map(ownerWord);
  assertEquals([without(words), without(words.slice(1))], ["ahead", "forked"]);

  const repair = planChange({ history, tip, chains: [there] }, first.bytes, { kind: "repair" });
  assertEquals(keysOf({ ...tip, owners: repair.owners }), [first.bytes]);
  assertEquals(new Set(repair.from), new Set([mine.head, more.head, ZERO_WORD]));
  const done = await placeAll(history, [await signed(repair)]);
  const after = tipOf(done);
  for (const set of [tip, history.steps.get(more.head)!, history.first]) {
    assertEquals(pathBetween(done, at(set), after.head)?.length, 1);
    assertEquals(compareOwners(done, after, at(set)), "behind");
  }
  // For the other side, the data of the chain is sufficient.
  const alone = await readHistory(account, [shared, mine, await signed(repair)]);
  assertEquals(pathBetween(alone, there, after.head)?.length, 1);
  assertEquals(compareOwners(alone, after, there), "behind");
  assertEquals(compareOwners(alone, after, { ...there, words: [ownerWord(third.bytes)] }), "taken");
});

Deno.test("owner history: a signature is valid only under its owner's index at that state", async () => {
  const one = await signed({ owners: full(first, second) });
  // On a fork the second owner moved the first one to another index.
  const moved = await signed({ from: [one.head], owners: full(null, second, first) }, second, 1);
  const history = await readHistory(account, [one, moved]);
  const fork = { ...history, steps: new Map([...history.steps].slice(0, 1)) } as OwnerHistory;
  const there = at(history.steps.get(moved.head)!);
  const plan = planChange({ history: fork, tip: tipOf(fork), chains: [there] }, first.bytes, {
    kind: "remove",
    owner: second.bytes,
  });
  assertEquals(plan.from.includes(moved.head), true);
  const whole = await placeAll(history, [await signed(plan)]);
  const head = ownerChangeDigest(account.address, plan);
  const indexOf = (path: ReturnType<typeof pathBetween>) =>
    path!.map(({ signature }) => hexToNumber(slice(signature, 1, 2)));
  assertEquals(indexOf(pathBetween(whole, at(setAt(whole, one.head)!), head)), [0]);
  assertEquals(indexOf(pathBetween(whole, there, head)), [2]);
});

Deno.test("owner history: a new chain needs one change while a first owner signs", async () => {
  let history = emptyHistory(account);
  for (let round = 0; round < 40; round++) {
    const tip = tipOf(history);
    const known = keysOf(tip).includes(friend.bytes);
    const edit = { kind: known ? "remove" : "add", owner: friend.bytes } as const;
    const plan = planChange({ history, tip, chains: [] }, first.bytes, edit);
    history = await placeAll(history, [await signed(plan)]);
  }
  assertEquals(history.steps.size, 40);
  assertEquals(pathBetween(history, unchanged, tipOf(history).head)?.length, 1);
  const creation = currentCreation(history);
  assertEquals(deploys(creation.factoryData, account), true);
  assertEquals(deploys(creationOf(account).factoryData, account), true);
  assertEquals(deploys(creation.factoryData, accountOf(second.bytes)), false);
  assertEquals(deploys(`${creation.factoryData}00`, account), false);
  assertEquals(deploys("0x", account), false);
  // After the first owner was removed, its last change still leads to that state.
  const add = planChange({ history, tip: tipOf(history), chains: [] }, first.bytes, {
    kind: "add",
    owner: second.bytes,
  });
  history = await placeAll(history, [await signed(add)]);
  const index = add.owners.at(-1)!.index;
  const leave = planChange({ history, tip: tipOf(history), chains: [] }, second.bytes, {
    kind: "remove",
    owner: first.bytes,
  });
  history = await placeAll(history, [await signed(leave, second, index)]);
  assertEquals(keysOf(tipOf(history)), [second.bytes]);
  assertEquals(pathBetween(history, unchanged, tipOf(history).head)?.length, 2);
});

Deno.test("owner history: a new chain gets the changes before a recovery, including a removal", async () => {
  const recovering: OwnerJson = { index: 2, kind: "recovery", owner: friend.bytes };
  const guarded = await signed({ owners: [...full(first, second), recovering] });
  const gone = await signed(
    { from: [guarded.head], owners: [...full(null, second), recovering] },
    second,
    1,
  );
  const heir: OwnerJson = { index: 3, kind: "full", owner: third.bytes };
  const recovery = { from: [gone.head], owners: [recovering, heir], next: 4, salt: ZERO_WORD };
  const signature = wrapSignature(2, await friend.sign(stepDigest(account.address, recovery)));
  const before = await readHistory(account, [guarded, gone]);
  const after = await readHistory(account, [guarded, gone, { ...recovery, signature }]);
  assertEquals(keysOf(tipOf(after)), [friend.bytes, third.bytes]);
  assertEquals(currentCreation(after), currentCreation(before));
  assertNotEquals(currentCreation(after), creationOf(account));
});

Deno.test("owner history: an impossible edit is rejected before it is signed", () => {
  const now = { history: emptyHistory(account), tip: tipOf(emptyHistory(account)), chains: [] };
  const refuse = (edit: Parameters<typeof planChange>[2], tip = now.tip) =>
    assertThrows(() => planChange({ ...now, tip }, first.bytes, edit), AcctError).data.field;
  assertEquals(refuse({ kind: "add", owner: first.bytes }), "params[0].owner");
  assertEquals(refuse({ kind: "add", owner: addressOwner(account.address) }), "params[0].owner");
  assertEquals(refuse({ kind: "add", owner: ZERO_WORD }), "params[0].owner");
  assertEquals(refuse({ kind: "remove", owner: second.bytes }), "params[0].owner");
  assertEquals(refuse({ kind: "remove", owner: first.bytes }), "params[0].owner");
  const recovery: OwnerJson = { index: 1, kind: "recovery", owner: friend.bytes };
  const guarded = { ...now.tip, owners: [...full(first), recovery], next: 2 };
  assertEquals(refuse({ kind: "remove", owner: first.bytes }, guarded), "params[0].owner");
  const crowd = Array.from({ length: 16 }, (_, index) => ({
    index,
    kind: "full" as const,
    owner: toHex(index + 1, { size: 32 }),
  }));
  assertEquals(
    refuse({ kind: "add", owner: second.bytes }, { ...now.tip, owners: crowd }),
    "params[0].owner",
  );
  // If all indices are used, a free one is reused, and owners can always be removed.
  const last = { ...now.tip, owners: full(first, null, friend), next: 256 };
  const plan = planChange({ ...now, tip: last }, first.bytes, { kind: "add", owner: second.bytes });
  assertEquals(plan.owners.map(({ index }) => index), [0, 1, 2]);
  assertEquals(plan.next, 256);
  const less = planChange({ ...now, tip: last }, first.bytes, {
    kind: "remove",
    owner: friend.bytes,
  });
  assertEquals(less.owners.map(({ index }) => index), [0]);
  assertEquals(storedWord(recovery), toHex(BigInt(friend.bytes) + 2n ** 160n, { size: 32 }));
});
