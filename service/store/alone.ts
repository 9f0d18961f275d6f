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
 *
 * @param check runs first in its turn if it had to wait for it: what it refuses takes no transaction,
 * so that a flood of one subject keeps no other from writing
 */
export async function alone<T>(
  store: Store,
  subject: string,
  work: (tx: Transaction<Schema>) => Promise<T>,
  check: () => Promise<void> = () => Promise.resolve(),
): Promise<T> {
  const ends = queues.get(store) ?? new Map<string, Promise<unknown>>();
  queues.set(store, ends);
  const before = ends.get(subject);
  const write = () => store.transaction().execute(work);
  const run = before === undefined ? write() : before.then(check).then(write);
  const end = run.catch(() => {});
  ends.set(subject, end);
  try {
    return await run;
  } finally {
    if (ends.get(subject) === end) ends.delete(subject);
  }
}
