/** Deletes old data of the ledger. @module */
import { sql } from "kysely";
import { BATCH, batchOf, inBatches } from "../../store/batches.ts";
import { forgetCounters } from "../../store/rows/counters.ts";
import type { Store } from "../../store/store.ts";
import { closeUnsigned } from "./ledger.ts";
import { isIn, keyOf } from "./rows.ts";

const DAY_MS = 86_400_000;
/** Days for which a row is kept after its own: long after any reorganisation. */
const KEPT_DAYS = 2;

/**
 * Deletes networks of past days, releases expired reservations without a signature, and deletes old
 * rows.
 */
export async function forgetExpired(store: Store, signal: AbortSignal): Promise<void> {
  const today = Math.floor(Date.now() / DAY_MS);
  // First, so that a failure of a later step does not keep them.
  await forgetNetworks(store, today, signal);
  await giveBackUnsigned(store, signal);
  await forgetCounters(store, today, signal);
  const old = sql<boolean>`state in ('settled', 'returned') and day < ${today - KEPT_DAYS}`;
  await inBatches(
    () =>
      store.deleteFrom("sponsorships").where(batchOf(store, "sponsorships", "day", old))
        .executeTakeFirstOrThrow(),
    signal,
  );
}

async function forgetNetworks(store: Store, today: number, signal: AbortSignal): Promise<void> {
  const past = sql<boolean>`network is not null and day < ${today}`;
  await inBatches(() =>
    store.updateTable("sponsorships").set({ network: null })
      .where(batchOf(store, "sponsorships", "day", past)).executeTakeFirstOrThrow(), signal);
}

/** Each reservation has its own transaction, which also changes its day's counters. */
async function giveBackUnsigned(store: Store, signal: AbortSignal): Promise<void> {
  const now = Date.now();
  await inBatches(async () => {
    const rows = await store.selectFrom("sponsorships").selectAll()
      .where(isIn("reserved")).where("expires_at", "<", now)
      .orderBy("expires_at").limit(BATCH).execute();
    for (const row of rows) {
      if (signal.aborted) break;
      await store.transaction().execute(async (tx) => {
        // A row that was renewed since then stays.
        await closeUnsigned(tx, { ...keyOf(row), expires_at: row.expires_at });
      });
    }
    return rows.length;
  }, signal);
}
