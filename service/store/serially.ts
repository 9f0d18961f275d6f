/** Serializes transactions that concern the same subject. @module */
import { PostgresAdapter, sql, type Transaction } from "kysely";
import type { Schema } from "./schema.ts";
import type { Store } from "./store.ts";

/**
 * Runs a transaction that reads before it writes, isolated from others that name one of its
 * subjects. SQLite's `begin immediate` admits one writer at a time anyway; on PostgreSQL each
 * subject is an advisory lock, which also excludes other processes and ends with the transaction.
 *
 * Name subjects in the order of {@linkcode subjects}, so that no two transactions deadlock.
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

/** Names of subjects, in locking order. */
export const subjects = {
  /** Account: its operations and nonces. */
  account: (address: string): string => `account ${address.toLowerCase()}`,
  /** Passkey: its public keys. */
  credential: (id: string): string => `credential ${id}`,
  /** Account: its owner changes. */
  owners: (address: string): string => `owners ${address.toLowerCase()}`,
  /** Chain: what is read of its blocks. */
  transfers: (chainId: number): string => `transfers ${chainId}`,
} as const;
