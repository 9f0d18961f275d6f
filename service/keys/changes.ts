/** Tells the processes of a service which keys were changed or revoked. @module */
import { PostgresAdapter, sql } from "kysely";
import { CHANNEL } from "../events/channel.ts";
import type { Store } from "../store/store.ts";

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

/** Tells all processes. On SQLite the others see that the file has changed. */
export async function announceKeyChange(store: Store, id: string): Promise<void> {
  emitKeyChange(store, id);
  if (!(store.getExecutor().adapter instanceof PostgresAdapter)) return;
  const message = JSON.stringify({ from: "", key: id });
  await sql`select pg_notify(${CHANNEL}, ${message})`.execute(store);
}
