/**
 * Changes many rows in batches, so that other requests are answered in between, a stop waits for one
 * batch at most, and no statement takes longer than a database allows.
 *
 * @module
 */
import { type Expression, PostgresAdapter, sql, type SqlBool } from "kysely";
import { monotonic } from "../lib/monotonic.ts";
import { pause } from "../lib/pause.ts";
import type { Schema } from "./schema.ts";
import type { Store } from "./store.ts";

/** Rows per transaction. */
export const BATCH = 200;
/** Shortest pause between two transactions, in milliseconds. */
const PAUSE_MS = 20;
/** How many times longer a pause is than the transaction before it: the rest is for requests. */
const PAUSES = 4;

/** Result of a statement that changes rows. */
interface Changed {
  readonly numDeletedRows?: bigint;
  readonly numUpdatedRows?: bigint;
}

/** Works in batches until one changes nothing, or the signal aborts. */
export async function inBatches(
  batch: () => Promise<Changed | number>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const begin = monotonic();
    const changed = await batch();
    const count = typeof changed === "number"
      ? changed
      : changed.numDeletedRows ?? changed.numUpdatedRows ?? 0n;
    if (Number(count) === 0) return;
    const time = Math.max(PAUSE_MS, PAUSES * (monotonic() - begin));
    await pause(time, signal);
  }
}

/**
 * Selects a batch of a table's rows for a statement that deletes or changes them.
 *
 * Rows that another transaction is changing are left out on PostgreSQL: several processes take
 * different ones, and none waits for another while it holds some. What another has changed since it was
 * found is compared with the condition once more.
 *
 * @param by column of an index, partial or not, in whose order the rows are taken: without it a database
 * reads the table from its start, past all that is deleted already
 * @param where condition, with what a partial index has in it as a literal
 */
export function batchOf(
  store: Store,
  table: keyof Schema,
  by: string,
  where: Expression<SqlBool>,
): Expression<SqlBool> {
  const rows = sql`
    from ${sql.table(table)} where ${where} order by ${sql.ref(by)} limit ${sql.lit(BATCH)}
  `;
  return store.getExecutor().adapter instanceof PostgresAdapter
    ? sql<SqlBool>`ctid = any(array(select ctid ${rows} for update skip locked))`
    : sql<SqlBool>`rowid in (select rowid ${rows})`;
}
