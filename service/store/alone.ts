/** Runs the writes of one subject after each other. @module */
import type { Transaction } from "kysely";
import type { Schema } from "./schema.ts";
import type { Store } from "./store.ts";

/** Writes of one subject. */
interface Queue {
  /** End of the last one. */
  end: Promise<unknown>;
  /** Those that wait or run. */
  length: number;
}

const known = new WeakMap<Store, Map<string, Queue>>();

/**
 * Runs a short write after those of the same subject (a key, a domain) that came before. They wait in
 * this process, without a connection: a busy key takes one connection of the database at most. Those of
 * other processes meet in the rows that they write.
 *
 * @param check runs first in its turn if it had to wait for it: what it refuses takes no turn to write,
 * so that a flood of one subject keeps no other from writing
 */
export async function alone<T>(
  store: Store,
  subject: string,
  work: () => Promise<T>,
  check: () => Promise<void> = () => Promise.resolve(),
): Promise<T> {
  const queues = queuesOf(store);
  const queue = queues.get(subject) ?? { end: Promise.resolve(), length: 0 };
  queues.set(subject, queue);
  const run = queue.length > 0 ? queue.end.then(check).then(work) : Promise.try(work);
  queue.length++;
  queue.end = run.catch(() => {}).then(() => {
    queue.length--;
    if (queue.length === 0) queues.delete(subject);
  });
  return await run;
}

/** Runs a short transaction {@linkcode alone}. */
export function transactAlone<T>(
  store: Store,
  subject: string,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return alone(store, subject, () => store.transaction().execute(work));
}

function queuesOf(store: Store): Map<string, Queue> {
  const found = known.get(store);
  if (found !== undefined) return found;
  const made = new Map<string, Queue>();
  known.set(store, made);
  return made;
}
