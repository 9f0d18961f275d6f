/** Tells the processes of a service which keys were changed or revoked. @module */
import { PostgresAdapter, sql } from "kysely";
import { CHANNEL } from "../events/channel.ts";
import { SqliteFileAdapter } from "../store/sqlite.ts";
import type { Store } from "../store/store.ts";

/**
 * Milliseconds within which a process sees that a file's keys were changed by another one. To look
 * took a fifth of a short request's time.
 */
export const SEEN_MS = 5;

/** Listeners in this process. */
const listeners = new WeakMap<Store, Set<(id: string) => void>>();

/** Listens to changes of keys until the returned function is called. */
export function onKeyChange(store: Store, listener: (id: string) => void): () => void {
  const set = listeners.get(store) ?? new Set();
  listeners.set(store, set);
  set.add(listener);
  return () => void set.delete(listener);
}

/** Tells the listeners in this process. */
export function emitKeyChange(store: Store, id: string): void {
  for (const listener of [...listeners.get(store) ?? []]) listener(id);
}

/**
 * Tells all processes. Those that share a SQLite file look for it: on a file it resolves once all have
 * looked, so that who was told of a change meets it everywhere.
 */
export async function announceKeyChange(store: Store, id: string): Promise<void> {
  emitKeyChange(store, id);
  const { adapter } = store.getExecutor();
  if (adapter instanceof PostgresAdapter) {
    const message = JSON.stringify({ from: "", key: id });
    await sql`select pg_notify(${CHANNEL}, ${message})`.execute(store);
  } else if (adapter instanceof SqliteFileAdapter && adapter.isFile) {
    // Longer than needed: clocks of timers are coarse.
    await new Promise((resolve) => setTimeout(resolve, 2 * SEEN_MS));
  }
}
