/**
 * Stores operation data that lists and searches never read (call data, receipts) in a separate
 * table, and deletes it when it is old.
 *
 * @module
 */
import { sql } from "kysely";
import { batchOf, inBatches, inPortions } from "../batches.ts";
import type { Store } from "../store.ts";

/** Default number of days for which the data is stored. */
export const KEEP_DATA_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Deletes call data and receipts of operations that were settled so many days ago, and of all
 * dropped operations. The rows of history stay; the chain has the rest.
 */
export async function forgetOperationData(
  store: Store,
  days: number,
  signal: AbortSignal,
): Promise<void> {
  const before = Date.now() - days * DAY_MS;
  const data = sql<boolean>`created_at < ${before} and exists (
    select 1 from operations
    where operations.id = operation_data.id and operations.state not in ('held', 'submitted')
  )`;
  await inBatches(
    () =>
      store.deleteFrom("operation_data").where(batchOf(store, "operation_data", "created_at", data))
        .executeTakeFirstOrThrow(),
    signal,
  );
  const dropped = sql<boolean>`state = 'dropped' and updated_at < ${before}`;
  await inBatches(
    () =>
      store.deleteFrom("operations").where(batchOf(store, "operations", "updated_at", dropped))
        .executeTakeFirstOrThrow(),
    signal,
  );
}

/** Returns the JSON of signed operations by their hashes, if still stored. */
export async function signedOperations(
  store: Store,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await inPortions(
    ids,
    (some) =>
      store.selectFrom("operation_data").select(["id", "operation"]).where("id", "in", some)
        .execute(),
  );
  return new Map(rows.map(({ id, operation }) => [id, operation]));
}
