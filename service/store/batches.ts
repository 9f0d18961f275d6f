/**
 * Changes many rows in batches. Other requests are answered in between, a stop waits for one batch
 * at most, and no statement exceeds the database's time limit.
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
/** Items per query. */
const PORTION = 100;
/** Shortest pause between two transactions, in milliseconds. */
const PAUSE_MS = 20;
/** How many times longer a pause is than the transaction before it: the rest is for requests. */
const PAUSES = 4;

/** Result of a statement that changes rows. */
interface Changed {
  readonly numDeletedRows?: bigint;
  readonly numUpdatedRows?: bigint;
}

/** Runs a query in portions: databases limit its parameters, and plan a small number best. */
export async function inPortions<T, R>(
  items: readonly T[],
  ask: (some: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const found: R[] = [];
  for (let at = 0; at < items.length; at += PORTION) {
    found.push(...await ask(items.slice(at, at + PORTION)));
  }
  return found;
}

/** Works in batches until one changes no rows, or the signal aborts. */
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
 * On PostgreSQL, rows that another transaction is changing are skipped. Several processes then
 * process different rows, and none waits for another while it has locked some. The condition is
 * checked again for rows that were changed since they were found.
 *
 * @param by indexed column (partial or not) that orders the rows. Without it, a database reads the
 * table from its start, including all deleted rows
 * @param where condition, with the condition of a partial index as a literal
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
