/** Opens the database and brings it up to date. @module */
import { Kysely } from "kysely";
import { type MigrationProvider, Migrator } from "kysely/migration";
import { migrations } from "./migrations.ts";
import { isPostgres, postgresDialect } from "./postgres.ts";
import type { Schema } from "./schema.ts";
import { SqliteDialect } from "./sqlite.ts";

/** The database. */
export type Store = Kysely<Schema>;

/**
 * Opens a database and runs the migrations that are missing; several processes may do so at once.
 *
 * @param database `postgres://…`, or a SQLite file (`:memory:` keeps nothing)
 */
export async function openStore(database: string): Promise<Store> {
  if (isPostgres(database)) {
    await migrate(database);
    return new Kysely<Schema>({ dialect: postgresDialect(database) });
  }
  const store = new Kysely<Schema>({ dialect: new SqliteDialect(database) });
  await runMigrations(store, migrations).catch(async (error) => {
    await store.destroy();
    throw error;
  });
  return store;
}

/**
 * Brings a PostgreSQL database up to date, on connections without time limits: an index of a large
 * table takes minutes, and a process that starts meanwhile waits for it.
 */
export async function migrate(
  database: string,
  provider: MigrationProvider = migrations,
): Promise<void> {
  await using store = new Kysely<Schema>({
    dialect: postgresDialect(database, { unlimited: true }),
  });
  await runMigrations(store, provider);
}

async function runMigrations(store: Store, provider: MigrationProvider): Promise<void> {
  const { error } = await new Migrator({
    db: store,
    provider,
    // Steps are independent of each other: one that came later may carry a lower number.
    allowUnorderedMigrations: true,
  }).migrateToLatest();
  if (error !== undefined) throw error;
}
