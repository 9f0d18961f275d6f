/** Serializes writes that concern the same subject. @module */
import { PostgresAdapter, sql, type Transaction } from "kysely";
import type { Schema } from "./schema.ts";
import type { Store } from "./store.ts";

/**
 * Runs a transaction that reads before it writes, isolated from others that name one of its
 * subjects. In this process they wait {@linkcode inTurn}, without a connection. SQLite's
 * `begin immediate` already admits only one writer. On PostgreSQL each subject is also an advisory
 * lock, which excludes other processes and is released with the transaction.
 *
 * Name subjects in the order of {@linkcode subjects}, so that no two transactions deadlock.
 */
export function serially<T>(
  store: Store,
  names: readonly string[],
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const transact = () =>
    store.transaction().execute(async (tx) => {
      if (tx.getExecutor().adapter instanceof PostgresAdapter) {
        for (const name of names) {
          await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
        }
      }
      return await work(tx);
    });
  return names.reduceRight<() => Promise<T>>(
    (next, name) => () => inTurn(store, name, next),
    transact,
  )();
}

/**
 * Writes of one subject: the completion of the last one, and the number of waiting or running ones.
 */
interface Turns {
  end: Promise<unknown>;
  length: number;
}

const turnsOf = new WeakMap<Store, Map<string, Turns>>();

/**
 * Runs a short write after earlier writes of the same subject in this process, so that a busy key
 * uses at most one connection. It does not exclude other processes: such a write compares the rows
 * that it changes.
 *
 * @param check runs first if the write had to wait: a request that it rejects does not write
 */
export async function inTurn<T>(
  store: Store,
  subject: string,
  work: () => Promise<T>,
  check: () => Promise<void> = () => Promise.resolve(),
): Promise<T> {
  const all = turnsOf.get(store) ?? new Map<string, Turns>();
  turnsOf.set(store, all);
  const turns = all.get(subject) ?? { end: Promise.resolve(), length: 0 };
  all.set(subject, turns);
  const run = turns.length > 0 ? turns.end.then(check).then(work) : Promise.try(work);
  turns.length++;
  turns.end = run.catch(() => {}).then(() => {
    turns.length--;
    if (turns.length === 0) all.delete(subject);
  });
  return await run;
}

/** Names of subjects, in locking order. */
export const subjects = {
  /** API key: the sponsor's and the relayer's ledger. */
  key: (id: string): string => `key ${id}`,
  /** ENS domain: its names. */
  domain: (id: string): string => `domain ${id}`,
  /** Account: its operations and nonces. */
  account: (address: string): string => `account ${address.toLowerCase()}`,
  /** Passkey: its public keys. */
  credential: (id: string): string => `credential ${id}`,
  /** Account: its owner changes. */
  owners: (address: string): string => `owners ${address.toLowerCase()}`,
  /** Chain: data read from its blocks. */
  transfers: (chainId: number): string => `transfers ${chainId}`,
} as const;
