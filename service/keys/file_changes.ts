/** Finds changes of keys that other processes make in a SQLite file. @module */
import { SqliteFileAdapter } from "../store/engine/sqlite.ts";
import type { Store } from "../store/store.ts";
import { emitKeyChange, SQLITE_KEPT_MS } from "./changes.ts";

/** Keys to watch. */
export interface Watch {
  /** Returns the ids of the keys that matter now. */
  ids(): readonly string[];
  /** Stops polling when it aborts. */
  readonly stop: AbortSignal;
}

/**
 * Emits changes of some keys made by other processes, within a second. Changes of this process, and
 * all changes on PostgreSQL, are announced instead.
 */
export function watchFileForKeys(store: Store, { ids, stop }: Watch): void {
  const { adapter } = store.getExecutor();
  if (!(adapter instanceof SqliteFileAdapter) || stop.aborted) return;
  /** State of each key when it was read last. */
  const known = new Map<string, string>();
  let reading = false;

  async function look(): Promise<void> {
    const wanted = ids();
    const kept = new Set(wanted);
    for (const id of [...known.keys()]) if (!kept.has(id)) known.delete(id);
    if (wanted.length === 0) return;
    const rows = await store.selectFrom("keys").select(["id", "domains", "revoked_at"])
      .where("id", "in", wanted).execute();
    for (const { id, domains, revoked_at } of rows) {
      const state = `${revoked_at} ${domains}`;
      // A new one may have changed since its first request.
      if (known.get(id) === state) continue;
      known.set(id, state);
      emitKeyChange(store, id);
    }
  }

  const timer = setInterval(() => {
    if (reading) return;
    reading = true;
    // While the database is unreachable no key can change. The next poll finds missed changes.
    look().catch(() => {}).finally(() => reading = false);
  }, SQLITE_KEPT_MS);
  stop.addEventListener("abort", () => clearInterval(timer));
}
