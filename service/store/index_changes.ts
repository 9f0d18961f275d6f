/**
 * Changes the indexes of tables that have rows: on PostgreSQL without a lock for which those that read
 * or write would wait.
 *
 * @module
 */
import { PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { pause } from "../lib/pause.ts";
import { INDEX_LOCK } from "./waiting.ts";

/** A database with tables of any kind. */
type Database = Parameters<Migration["up"]>[0];

/** Indexes to make and to drop. */
export interface IndexChange {
  /** Their table. */
  readonly table: string;
  /** Columns, and condition, of new ones by name. */
  readonly create: Readonly<Record<string, string>>;
  /** Names of old ones, which go after the new ones are there. */
  readonly drop: readonly string[];
}

/** A step of which a part is done before, outside of the transaction of all steps. */
export interface PreparedMigration extends Migration {
  /** Does that part on PostgreSQL, as far as it is missing: it may have been interrupted. */
  prepare(db: Database): Promise<void>;
}

/** Milliseconds between looks whether another process has prepared its steps. */
const RETRY_MS = 200;

/** Makes the step of some changes. */
export function indexChanges(changes: readonly IndexChange[]): PreparedMigration {
  return {
    async prepare(db) {
      for (const { table, create, drop } of changes) {
        // The step makes it, or one before it.
        if (!await isThere(db, table)) continue;
        for (const [name, on] of Object.entries(create)) await build(db, name, `${table} ${on}`);
        for (const name of drop) {
          await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
        }
      }
    },
    async up(db: Database) {
      const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
      for (const { table, create, drop } of changes) {
        for (const [name, on] of Object.entries(create)) {
          // Looks by itself: `if not exists` would lock the table first.
          if (isPostgres && await isThere(db, name)) continue;
          await sql`create index ${sql.ref(name)} on ${sql.raw(`${table} ${on}`)}`.execute(db);
        }
        for (const name of drop) await db.schema.dropIndex(name).ifExists().execute();
      }
    },
  };
}

/** Prepares the steps that have something to prepare, one process at a time. */
export async function prepareMigrations(
  store: Database,
  steps: readonly Migration[],
): Promise<void> {
  const prepared = steps.filter(isPrepared);
  if (prepared.length === 0) return;
  // The lock is the connection's, and ends with it.
  await store.connection().execute(async (db) => {
    // Never waits in the database: an index is only finished after all that waited there before.
    while (!await takeLock(db)) await pause(RETRY_MS, new AbortController().signal);
    try {
      for (const step of prepared) await step.prepare(db);
    } finally {
      await sql`select pg_advisory_unlock(${INDEX_LOCK})`.execute(db).catch(() => {});
    }
  });
}

async function takeLock(db: Database): Promise<boolean> {
  const { rows } = await sql<
    { taken: boolean }
  >`select pg_try_advisory_lock(${INDEX_LOCK}) as taken`
    .execute(db);
  return rows[0]!.taken;
}

function isPrepared(step: Migration): step is PreparedMigration {
  return "prepare" in step;
}

/** Builds an index unless it is there; one that was left unfinished is dropped before. */
async function build(db: Database, name: string, on: string): Promise<void> {
  const { rows } = await sql<{ valid: boolean }>`select indisvalid as valid from pg_index
    where indexrelid = to_regclass(${name})`.execute(db);
  if (rows[0]?.valid) return;
  if (rows.length > 0) await sql`drop index concurrently ${sql.ref(name)}`.execute(db);
  await sql`create index concurrently ${sql.ref(name)} on ${sql.raw(on)}`.execute(db);
}

/** Returns whether PostgreSQL has a table or an index. */
async function isThere(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${name}) is not null as there`.execute(db);
  return rows[0]!.there;
}
