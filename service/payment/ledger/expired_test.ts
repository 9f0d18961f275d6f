import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { numberToHex } from "viem";
import { openTestStore, ownDatabase } from "../../../scripts/stack/database.ts";
import { pause } from "../../lib/pause.ts";
import type { CounterTable, SponsorshipTable } from "../../store/ledger_tables.ts";
import { openStore, type Store } from "../../store/store.ts";
import { affecting } from "../../store/testing/affected.ts";
import { ledgerRow } from "../../testing/ledger.ts";
import { forgetExpired } from "./expired.ts";

const never = new AbortController().signal;
const today = Math.floor(Date.now() / 86_400_000);
/** More than two batches. */
const MANY = 450;

let rows = 0;
const sponsorship = (change: Partial<SponsorshipTable>): SponsorshipTable =>
  ledgerRow({
    sender: numberToHex(++rows, { size: 20 }),
    key_id: `k${rows % 3}`,
    state: "settled",
    sent: 1,
    block_number: 1,
    block_hash: "0x",
    ...change,
  });
const counter = (change: Partial<CounterTable>): CounterTable => ({
  owner: `k${++rows}`,
  day: today - 1,
  kind: "operations",
  subject: "",
  used: 1,
  ...change,
});

/** Fills a database with many rows of a kind, and counts the rows to delete. */
const kinds = {
  networks: [
    (store, many) => addRows(store, many, { day: today - 1, network: "192.0.2.1" }),
    (store) => count(store.selectFrom("sponsorships").where("network", "is not", null)),
  ],
  reserved: [
    (store, many) => addRows(store, many, { state: "reserved", sent: 0 }),
    (store) => count(store.selectFrom("sponsorships").where("state", "=", "reserved")),
  ],
  settled: [
    (store, many) => addRows(store, many, { day: today - 3 }),
    (store) => count(store.selectFrom("sponsorships").where("day", "=", today - 3)),
  ],
  subjects: [
    (store, many) => addCounters(store, many, { kind: "sender", subject: "0x1" }),
    (store) => count(store.selectFrom("counters").where("day", "=", today - 1)),
  ],
  totals: [
    (store, many) => addCounters(store, many, { day: today - 41 }),
    (store) => count(store.selectFrom("counters").where("day", "=", today - 41)),
  ],
} satisfies Record<
  string,
  [(store: Store, many: number) => Promise<void>, (store: Store) => Promise<number>]
>;

async function addRows(store: Store, many: number, change: Partial<SponsorshipTable>) {
  await store.insertInto("sponsorships")
    .values(Array.from({ length: many }, () => sponsorship(change))).execute();
}

async function addCounters(store: Store, many: number, change: Partial<CounterTable>) {
  await store.insertInto("counters").values(Array.from({ length: many }, () => counter(change)))
    .execute();
}

async function count(query: { selectAll(): { execute(): Promise<unknown[]> } }): Promise<number> {
  return (await query.selectAll().execute()).length;
}

Deno.test("expired: all expired rows are deleted, in batches", async () => {
  await using store = await openTestStore();
  for (const [fill] of Object.values(kinds)) await fill(store, MANY);
  const kept = [
    sponsorship({ network: "192.0.2.1" }),
    sponsorship({ day: today - 2 }),
    sponsorship({ day: today - 3, state: "signed", expires_at: 1 }),
    sponsorship({ state: "reserved", expires_at: Date.now() + 60_000 }),
  ];
  await store.insertInto("sponsorships").values(kept).execute();
  const totals = [counter({ day: today - 40 }), counter({ day: today, subject: "0x1" })];
  await store.insertInto("counters").values(totals).execute();
  const recorded = affecting(store);
  await forgetExpired(recorded.store, never);
  for (const [name, [, left]] of Object.entries(kinds)) {
    // One signed row of that day waits for the chain, one reserved row for its expiry.
    const expected = { settled: 1, reserved: 1, networks: 1 }[name] ?? 0;
    assertEquals(await left(store), expected, name);
  }
  assertEquals(Math.max(...recorded.counts), 200);
  for (const row of kept) {
    const found = await store.selectFrom("sponsorships").selectAll()
      .where("sender", "=", row.sender).execute();
    assertEquals(found, [row]);
  }
  for (const { owner } of totals) {
    assertEquals(await count(store.selectFrom("counters").where("owner", "=", owner)), 1);
  }
});

for (const [name, [fill, left]] of Object.entries(kinds)) {
  Deno.test(`expired: a stop ends between two batches of ${name}`, async () => {
    await using store = await openStore(":memory:");
    await fill(store, MANY);
    // No pause expires unless the test advances the time.
    using _ = new FakeTime();
    const stopped = new AbortController();
    const done = forgetExpired(store, stopped.signal);
    let before = MANY;
    while (before > MANY - 200) before = await left(store);
    stopped.abort();
    await done;
    assertEquals(await left(store), MANY - 200);
  });
}

Deno.test("expired: a stop takes effect between two released reservations", async () => {
  await using store = await openStore(":memory:");
  const [fill, left] = kinds.reserved;
  await fill(store, MANY);
  const stopped = new AbortController();
  let begun = 0;
  const stopping = new Proxy(store, {
    get(target, name) {
      if (name === "transaction" && ++begun === 3) stopped.abort();
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  await forgetExpired(stopping, stopped.signal);
  assertEquals([begun, await left(store)], [3, MANY - 3]);
});

Deno.test("expired: a row that another process renews at that moment stays", async () => {
  await using own = await ownDatabase({ file: true });
  await using store = await openStore(own.database);
  await using other = await openStore(own.database);
  const [old, networked] = [
    sponsorship({ day: today - 3 }),
    sponsorship({ day: today - 1, network: "192.0.2.1" }),
  ];
  await store.insertInto("sponsorships").values([old, networked]).execute();
  await addRows(store, 10, { day: today - 3 });
  let done: Promise<void> | undefined;
  await other.transaction().execute(async (tx) => {
    for (const { sender } of [old, networked]) {
      await tx.updateTable("sponsorships")
        .set({ day: today, state: "reserved", expires_at: Date.now() + 60_000, network: "::1" })
        .where("sender", "=", sender).execute();
    }
    done = forgetExpired(store, never);
    await pause(200, never);
  });
  await done;
  const found = await store.selectFrom("sponsorships").select(["sender", "network"])
    .orderBy("sender").execute();
  assertEquals(found, [old, networked].map(({ sender }) => ({ sender, network: "::1" })));
});

Deno.test("expired: two processes clean up concurrently, and all rows are deleted", async () => {
  await using own = await ownDatabase({ file: true });
  await using store = await openStore(own.database);
  await using other = await openStore(own.database);
  for (const [fill] of Object.values(kinds)) await fill(store, MANY);
  await Promise.all([forgetExpired(store, never), forgetExpired(other, never)]);
  for (const [name, [, left]] of Object.entries(kinds)) assertEquals(await left(store), 0, name);
});
