/**
 * Keeps keys for a few seconds, so that requests need no look into the database. A change drops
 * them at once: PostgreSQL notifies all processes, and SQLite counts the commits of other connections.
 *
 * @module
 */
import { PostgresAdapter, sql } from "kysely";
import { onKeyChange } from "./changes.ts";
import { findKey, type Key } from "./keys.ts";
import type { Store } from "../store/store.ts";

/** Keys of one process. */
export interface KeyCache {
  /**
   * Finds the key of a text.
   *
   * @throws {AcctError} `key_invalid`
   */
  find(text: string): Promise<Key>;
  /** Drops all keys: changes may have been missed. */
  clear(): void;
}

/** Lifetime of an entry: how long a notification that was lost can matter. */
const TTL_MS = 5_000;
/** Keys that are kept. */
const MAX_KEYS = 10_000;
/** SQLite's count of the commits by other connections, as a table. */
const fileVersion = sql<{ data_version: number }>`pragma_data_version`.as("file");

/** Creates the cache; tests pass their own `now` in milliseconds. */
export function createKeyCache(store: Store, now: () => number = Date.now): KeyCache {
  const isShared = store.getExecutor().adapter instanceof PostgresAdapter;
  const entries = new Map<string, { readonly key: Key; readonly until: number }>();
  let generation = 0;
  let version: number | null = null;
  const clear = () => {
    generation++;
    entries.clear();
  };
  onKeyChange(store, clear);

  /**
   * Drops the entries if something was written to the file. A query, unlike a `pragma`, goes to the
   * thread that reads, so that no request waits for a transaction.
   */
  async function compareVersion(): Promise<void> {
    const row = await store.selectFrom(fileVersion).select("data_version").executeTakeFirst();
    const found = row?.data_version ?? null;
    if (found !== version) clear();
    version = found;
  }

  return {
    async find(text) {
      if (!isShared) await compareVersion();
      const known = entries.get(text);
      if (known !== undefined && known.until > now()) return known.key;
      const before = generation;
      const key = await findKey(store, text);
      // It may have been revoked since it was read.
      if (before !== generation) return key;
      if (entries.size >= MAX_KEYS) entries.clear();
      entries.set(text, { key, until: now() + TTL_MS });
      return key;
    },
    clear,
  };
}
