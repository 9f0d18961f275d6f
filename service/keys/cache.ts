/**
 * Keeps keys for a few seconds, so that requests need no query. A change drops them: in its own
 * process immediately, in others when PostgreSQL notifies them. On SQLite only the tools can be
 * another process, and keys are kept for one second.
 *
 * @module
 */
import { onKeyChange, SQLITE_KEPT_MS } from "./changes.ts";
import { findKey, type Key } from "./keys.ts";
import { monotonic } from "../lib/monotonic.ts";
import { SqliteFileAdapter } from "../store/engine/sqlite.ts";
import { databaseDeadline } from "../lib/deadline.ts";
import type { Store } from "../store/store.ts";

/** Keys of one process. */
export interface KeyCache {
  /**
   * Finds the key of a text.
   *
   * @throws {AcctError} `key_invalid`; `storage_down` if the database does not answer in time
   */
  find(text: string): Promise<Key>;
  /** Drops all keys: changes may have been missed. */
  clear(): void;
}

/** Lifetime of an entry on PostgreSQL: how long a notification that was lost can matter. */
const TTL_MS = 5_000;
/** Keys that are kept. */
const MAX_KEYS = 10_000;

/** Creates the cache; tests pass their own `now` in milliseconds. */
export function createKeyCache(store: Store, now = monotonic): KeyCache {
  const { adapter } = store.getExecutor();
  const lifetime = adapter instanceof SqliteFileAdapter ? SQLITE_KEPT_MS : TTL_MS;
  const entries = new Map<string, { readonly key: Key; readonly until: number }>();
  /** Database lookups started since the last change. */
  const looks = new Map<string, Promise<Key>>();
  let generation = 0;
  const clear = () => {
    generation++;
    entries.clear();
    looks.clear();
  };
  onKeyChange(store, clear);

  async function read(text: string): Promise<Key> {
    const before = generation;
    // Measured from here: the database may answer late with an early read.
    const until = now() + lifetime;
    const key = await findKey(store, text);
    // It may have been revoked since it was read.
    if (before !== generation) return key;
    if (entries.size >= MAX_KEYS) entries.clear();
    entries.set(text, { key, until });
    return key;
  }

  /**
   * Runs one lookup for all concurrent callers: a lookup that hangs uses a connection even after
   * they have left.
   */
  function look(text: string): Promise<Key> {
    const begun = looks.get(text);
    if (begun !== undefined) return begun;
    const found = read(text).finally(() => {
      if (looks.get(text) === found) looks.delete(text);
    });
    looks.set(text, found);
    return found;
  }

  return {
    async find(text) {
      const known = entries.get(text);
      if (known !== undefined && known.until > now()) return known.key;
      return await databaseDeadline(look(text));
    },
    clear,
  };
}
