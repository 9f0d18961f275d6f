/** Runs the transactions of one subject after each other. @module */
import type { Transaction } from "kysely";
import type { Schema } from "./schema.ts";
import type { Store } from "./store.ts";

/** End of each subject's queue. */
const queues = new WeakMap<Store, Map<string, Promise<unknown>>>();

/**
 * Runs a short transaction after those of the same subject (a key, a domain) that came before. They
 * wait in this process, without a connection: a busy key takes one connection of the database at most. Transactions of
 * other processes meet in the rows that they write.
 */
export async function alone<T>(
  store: Store,
  subject: string,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const ends = queues.get(store) ?? new Map<string, Promise<unknown>>();
  queues.set(store, ends);
  const run = (ends.get(subject) ?? Promise.resolve()).then(() =>
    store.transaction().execute(work)
  );
  const end = run.catch(() => {});
  ends.set(subject, end);
  try {
    return await run;
  } finally {
    if (ends.get(subject) === end) ends.delete(subject);
  }
}
