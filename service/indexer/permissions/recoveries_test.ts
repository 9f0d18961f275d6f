import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { type Address, toHex } from "viem";
import { openTestStore } from "../../../scripts/stack/database.ts";
import { openStore, type Store } from "../../store/store.ts";
import { affecting } from "../../store/testing/affected.ts";
import type { Chain } from "../../chain/chain.ts";
import { findAccounts, forgetEnded, waitingAmong } from "./recoveries.ts";

Deno.test("recoveries: no number of emitters hides an account", async () => {
  const store = await openStore(`${await Deno.makeTempDir()}/recoveries.sqlite`);
  const account: Address = `0x${"a7".repeat(20)}`;
  await store.insertInto("owner_changes").values({
    account,
    head: `0x${"01".repeat(32)}`,
    owners: "[]",
    nonce: "0x0",
    change: "{}",
    signer: "0x",
    place: 0,
    key_id: "",
    created_at: 0,
  }).execute();
  await store.insertInto("recoveries").values({
    chain_id: 1,
    account,
    recovery: `0x${"02".repeat(32)}`,
    owner: "0x",
    ready_at: 1,
    seen_at: 0,
    checked_at: 0,
    ended_at: null,
  }).execute();
  // Contracts that emit once, when they are made: a fraction of a dollar on a cheap chain.
  const emitters = Array.from({ length: 40_000 }, (_, index) => toHex(index, { size: 20 }));
  const chain = { id: 1 } as Chain;
  for (const all of [[], [account], [...emitters, account], [account, ...emitters]]) {
    const found = await findAccounts(store, all);
    const expected = all.length === 0 ? [] : [account];
    assertEquals(found.map(({ address }) => address), expected);
    assertEquals(await waitingAmong(store, chain, all), expected);
  }
  await store.destroy();
});

/** Adds finished recoveries. Returns the number of remaining ones. */
async function addEnded(store: Store, many: number, endedAt: number) {
  const rows = Array.from({ length: many }, (_, n) => ({
    chain_id: 1,
    account: toHex(n, { size: 20 }),
    recovery: toHex(endedAt, { size: 32 }),
    owner: "0x",
    ready_at: 1,
    seen_at: 0,
    checked_at: 0,
    ended_at: endedAt,
  }));
  await store.insertInto("recoveries").values(rows).execute();
  return async () => (await store.selectFrom("recoveries").select("account").execute()).length;
}

Deno.test("recoveries: old finished ones are deleted in batches, the others stay", async () => {
  await using store = await openTestStore();
  await addEnded(store, 450, 1);
  const left = await addEnded(store, 3, Date.now());
  const recorded = affecting(store);
  await forgetEnded(recorded.store, new AbortController().signal);
  assertEquals([await left(), Math.max(...recorded.counts)], [3, 200]);
});

Deno.test("recoveries: a stop takes effect between two batches of deletions", async () => {
  await using store = await openStore(":memory:");
  const left = await addEnded(store, 450, 1);
  // No pause expires unless the test advances the time.
  using _ = new FakeTime();
  const stopped = new AbortController();
  const done = forgetEnded(store, stopped.signal);
  while (await left() === 450);
  stopped.abort();
  await done;
  assertEquals(await left(), 250);
});
