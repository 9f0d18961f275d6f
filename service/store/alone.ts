/** Runs the writes of one subject after each other. @module */
import type { Transaction } from "kysely";
import { monotonic } from "../monotonic.ts";
import type { Schema } from "./schema.ts";
import { SqliteFileAdapter } from "./sqlite.ts";
import type { Store } from "./store.ts";

/** Writes of one subject. */
interface Queue {
  /** End of the last one. */
  end: Promise<unknown>;
  /** Those that wait or run. */
  length: number;
}

/** Subjects of a store. */
interface Subjects {
  readonly queues: Map<string, Queue>;
  /** The last one that wrote from a short queue, and the last other one. */
  last: { readonly subject: string; at: number };
  other: { readonly subject: string; at: number };
}

const known = new WeakMap<Store, Subjects>();

/** Length of a queue from which it gives way to others. */
const LONG = 8;
/** How long after a write another subject with a short queue counts as present, in milliseconds. */
const PRESENT_MS = 50;
/** How much longer than its own writes a long queue leaves the writer to others. */
const REST = 7;
/** Longest rest, in milliseconds: a write that waited for another process's lock kept no other back. */
const MAX_REST_MS = 500;

/**
 * Runs a short write after those of the same subject (a key, a domain) that came before. They wait in
 * this process, without a connection: a busy key takes one connection of the database at most. Those of
 * other processes meet in the rows that they write. SQLite has one writer for all: there a long queue
 * leaves seven eighths of the time to others with short ones while there are any.
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
  const subjects = subjectsOf(store);
  const { queues } = subjects;
  const queue = queues.get(subject) ?? { end: Promise.resolve(), length: 0 };
  queues.set(subject, queue);
  let took = 0;
  const write = async () => {
    const begin = monotonic();
    // Long queues do not give way to each other: the writer would rest while all of them wait.
    if (queue.length <= LONG) note(subjects, subject, begin);
    try {
      return await work();
    } finally {
      took = monotonic() - begin;
    }
  };
  const run = queue.length > 0 ? queue.end.then(check).then(write) : write();
  queue.length++;
  queue.end = run.catch(() => {}).then(() => {
    queue.length--;
    if (queue.length === 0) queues.delete(subject);
    // Refused writes took no turn.
    if (took === 0 || queue.length < LONG || !givesWay(store, subjects, subject)) return;
    return new Promise((resolve) => setTimeout(resolve, Math.min(took * REST, MAX_REST_MS)));
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

function subjectsOf(store: Store): Subjects {
  const found = known.get(store);
  if (found !== undefined) return found;
  const none = { subject: "", at: -Infinity };
  const made = { queues: new Map<string, Queue>(), last: { ...none }, other: none };
  known.set(store, made);
  return made;
}

/** Notes who writes. */
function note(subjects: Subjects, subject: string, at: number): void {
  if (subjects.last.subject === subject) subjects.last.at = at;
  else {
    subjects.other = subjects.last;
    subjects.last = { subject, at };
  }
}

/** Returns whether others wrote a moment ago, and wait for the same writer. */
function givesWay(store: Store, { last, other }: Subjects, subject: string): boolean {
  const { at } = last.subject === subject ? other : last;
  return monotonic() - at < PRESENT_MS && store.getExecutor().adapter instanceof SqliteFileAdapter;
}
