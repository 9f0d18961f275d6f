/** Notifies the processes of a service of changed or revoked keys. @module */
import { PostgresAdapter, sql } from "kysely";
import { CHANNEL } from "../lib/channel.ts";
import { SqliteFileAdapter } from "../store/engine/sqlite.ts";
import type { Store } from "../store/store.ts";

/** Milliseconds for which a process keeps a key that a tool may change in its SQLite file. */
export const SQLITE_KEPT_MS = 1_000;
/**
 * Milliseconds in which PostgreSQL has notified the connected processes. It took up to 1.4 under
 * load on one machine; a change of a key can wait for slower ones.
 */
export const HEARD_MS = 100;

/** A change of a key that is stored but could not be announced to the other processes. */
export class Unannounced extends Error {
  constructor(cause: unknown) {
    const said = cause instanceof Error ? cause.message.replace(/\.$/, "") : String(cause);
    super(
      `The change is stored, but the processes that run could not be told of it: ${said}. They find ` +
        "it when they read the key again, within five seconds; streams that are open stay open until " +
        "their process starts again, or connects to the database again.",
      { cause },
    );
    this.name = "Unannounced";
  }
}

/** Listeners in this process. */
const listeners = new WeakMap<Store, Set<(id: string) => void>>();

/** Listens to changes of keys until the returned function is called. */
export function onKeyChange(store: Store, listener: (id: string) => void): () => void {
  const set = listeners.get(store) ?? new Set();
  listeners.set(store, set);
  set.add(listener);
  return () => void set.delete(listener);
}

/** Notifies the listeners in this process. */
export function emitKeyChange(store: Store, id: string): void {
  for (const listener of [...listeners.get(store) ?? []]) listener(id);
}

/**
 * Notifies all processes. PostgreSQL notifies connected processes; on SQLite, a service polls its
 * keys each second. It resolves once all of them should have the change, so that a confirmed change
 * is effective everywhere. A process that hangs or has a broken connection reads the key
 * again after its cache lifetime or as soon as it is connected.
 *
 * @throws {Unannounced} if PostgreSQL cannot notify them; this process has the change
 */
export async function announceKeyChange(store: Store, id: string): Promise<void> {
  emitKeyChange(store, id);
  const { adapter } = store.getExecutor();
  if (adapter instanceof PostgresAdapter) {
    const message = JSON.stringify({ from: "", key: id });
    await sql`select pg_notify(${CHANNEL}, ${message})`.execute(store).catch((error) => {
      throw new Unannounced(error);
    });
    await pause(HEARD_MS);
  } else if (adapter instanceof SqliteFileAdapter && adapter.isFile && !listeners.has(store)) {
    // A tool: the service reads the key again within this time.
    await pause(SQLITE_KEPT_MS);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
