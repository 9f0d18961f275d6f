/** Transactions that must not interleave with others of the same subject. @module */
import { PostgresAdapter, sql, type Transaction } from "kysely";
import type { Schema } from "./schema.ts";
import type { Store } from "./store.ts";

/**
 * Runs a transaction that reads before it writes, alone among those that name one of its subjects.
 * SQLite's `begin immediate` lets one writer in at a time anyway; on PostgreSQL each subject is an
 * advisory lock, which also keeps other processes out and ends with the transaction.
 *
 * Subjects are always named in the order of {@linkcode subjects}, so that no two wait for each
 * other.
 */
export function serially<T>(
  store: Store,
  names: readonly string[],
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return store.transaction().execute(async (tx) => {
    if (tx.getExecutor().adapter instanceof PostgresAdapter) {
      for (const name of names) {
        await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
      }
    }
    return await work(tx);
  });
}

/** Names of subjects, in the order in which they are locked. */
export const subjects = {
  /** An account: its operations and nonces. */
  account: (address: string): string => `account ${address.toLowerCase()}`,
  /** A key: what it sponsors. */
  key: (id: string): string => `key ${id}`,
  /** A passkey: its public keys. */
  credential: (id: string): string => `credential ${id}`,
  /** A chain: its index of permissions. */
  chain: (id: number): string => `chain ${id}`,
} as const;
