import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import type { Hex } from "viem";
import { wrapSignature } from "../../../contracts/testing/passkey.ts";
import { AcctError } from "../../ground/errors.ts";
import type { OwnerJson, OwnersOnChain } from "../../wire/owners.ts";
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
import type { AccountRecord } from "../../wallet/device/accounts.ts";
import { ownerChangeDigest, stepDigest } from "./change.ts";
import {
  emptyHistory,
  type OwnerHistory,
  type OwnerSet,
  pathBetween,
  readHistory,
  setAt,
  tipOf,
  wordsOf,
} from "./history.ts";
import { storedWord, ZERO_WORD } from "./key.ts";
import { placeAll } from "./on_chain.ts";
import { planChange } from "./plan.ts";
import { ownersNow, stayingOwners } from "../../client/owners.ts";

Deno.test("owner plan: rejects a signer who is not a current full owner", async () => {
  const theirs = await signed({ owners: full(null, second) });
  const history = await readHistory(account, [theirs]);
  // The network with the first owners still accepts the signer: a signature would change that
  // network too.
  const here = chain({ head: ZERO_WORD, words: wordsOf(history.first) });
  const now = { history, tip: tipOf(history), chains: [here] };
  for (
    const edit of [
      { kind: "add", owner: third.bytes },
      { kind: "remove", owner: second.bytes },
      { kind: "repair" },
    ] as const
  ) {
    const { data } = assertThrows(() => planChange(now, first.bytes, edit), AcctError);
    assertEquals([data.cause, data.field], ["invalid_params", "params[0].owner"]);
  }
});

const record = { publicKey: first.bytes } as AccountRecord;

/** Plans the first owner's change that adds an owner, and returns the owners that it reaches. */
async function planFrom(history: OwnerHistory, chains: OwnersOnChain[]) {
  const now = { history, tip: tipOf(history, first.bytes)!, chains };
  const plan = planChange(now, first.bytes, { kind: "add", owner: friend.bytes });
  const after = await placeAll(history, [await signed(plan)]);
  return {
    plan,
    now,
    reaches: (set: OwnerSet) =>
      pathBetween(after, at(set), ownerChangeDigest(account.address, plan)) !== null,
  };
}

Deno.test("owner plan: a removed owner's fork, reported first, is not restored unseen", async () => {
  const shared = await signed({ owners: full(first, second) });
  const removal = await signed({ from: [shared.head], owners: full(first) });
  // Signed after the removal. A dishonest service reports it as signed before, and as applied on
  // all chains.
  const fork = await signed(
    { from: [shared.head], owners: full(first, second), delay: 86_400 },
    second,
    1,
  );
  const history = await readHistory(account, [shared, fork, removal]);
  const [forked, removed] = [fork, removal].map(({ head }) => setAt(history, head)!);
  const unseen = await planFrom(history, [at(forked!)]);
  assertEquals(unseen.now.tip.head, fork.head);
  assertEquals(stayingOwners(unseen.now, friend.bytes, [], record), {});
  assertEquals([unseen.reaches(forked!), unseen.reaches(removed!)], [true, false]);
  // If a chain shows the removal, the dialog names the owner that the change restores there.
  const seen = await planFrom(history, [at(removed!)]);
  const { staying } = stayingOwners(seen.now, friend.bytes, [], record);
  assertEquals(staying?.map(({ owner }) => owner), [first.bytes, second.bytes]);
  assertEquals(seen.reaches(removed!), true);
});

Deno.test("owner plan: no chain receives a recovery before its delay has passed there", async () => {
  const recovering: OwnerJson = { index: 2, kind: "recovery", owner: friend.bytes };
  const guarded = await signed({ owners: [...full(first), recovering], next: 3 });
  const heir: OwnerJson = { index: 3, kind: "full", owner: third.bytes };
  const owners = [...full(first), recovering, heir];
  const recovery = { from: [guarded.head], owners, next: 4, salt: ZERO_WORD };
  const signature = wrapSignature(2, await friend.sign(stepDigest(account.address, recovery)));
  const history = await readHistory(account, [guarded, { ...recovery, signature }]);
  const tip = tipOf(history, first.bytes)!;
  const waiting = setAt(history, guarded.head)!;
  const chains = [at(tip), at(waiting)];
  const add = { kind: "add", owner: second.bytes } as const;
  const plan = planChange({ history, tip, chains }, first.bytes, add);
  assertEquals(plan.from, [tip.head]);
  // Without the owners that the recovery added, the change can continue the recovery.
  const remove = { kind: "remove", owner: third.bytes } as const;
  const { from } = planChange({ history, tip, chains }, first.bytes, remove);
  assertEquals(from.includes(waiting.head), true);
});

Deno.test("owners: a veto never names an owner instead of a recovery", async () => {
  const word = storedWord({ kind: "recovery", owner: friend.bytes });
  const recoveries: [Hex, boolean][] = [
    [`0x${"77".repeat(32)}`, true],
    [word, false],
    [friend.bytes, false],
    [ZERO_WORD, false],
    ["0x77", false],
  ];
  for (const [recovery, taken] of recoveries) {
    const pending = [{ index: 0, readyAt: 1, recovery }];
    const chains = [{ ...at(emptyHistory(account).first), pending }];
    const now = ownersNow(account, { changes: [], chains });
    if (taken) await now;
    else assertEquals((await assertRejects(() => now, AcctError)).data.field, "chains");
  }
});
