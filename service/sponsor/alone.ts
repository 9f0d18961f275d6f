/** Runs the transactions of one key after each other. @module */
import type { Transaction } from "kysely";
import type { Schema } from "../store/schema.ts";
import type { Store } from "../store/store.ts";

/** End of each key's queue. */
const queues = new WeakMap<Store, Map<string, Promise<unknown>>>();

/**
 * Runs a short transaction after those of the same key that came before. They wait in this process,
 * without a connection: a busy key takes one connection of the database at most. Transactions of
 * other processes meet in the rows that they write.
 */
export async function alone<T>(
  store: Store,
  keyId: string,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const ends = queues.get(store) ?? new Map<string, Promise<unknown>>();
  queues.set(store, ends);
  const run = (ends.get(keyId) ?? Promise.resolve()).then(() => store.transaction().execute(work));
  const end = run.catch(() => {});
  ends.set(keyId, end);
  try {
    return await run;
  } finally {
    if (ends.get(keyId) === end) ends.delete(keyId);
  }
}
