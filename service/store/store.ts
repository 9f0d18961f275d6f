/** Opens and migrates the database. @module */
import { Kysely } from "kysely";
import { type MigrationProvider, Migrator } from "kysely/migration";
import { migrations } from "./migrations.ts";
import { isPostgres, postgresDialect } from "./postgres.ts";
import type { Schema } from "./schema.ts";
import { SqliteDialect } from "./sqlite.ts";

/** The database. */
export type Store = Kysely<Schema>;

/**
 * Opens a database and runs missing migrations; several processes may do so at once.
 *
 * @param database `postgres://…`, or a SQLite file (`:memory:` is not persisted)
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
 * Migrates a PostgreSQL database on connections without time limits: indexing a large table takes
 * minutes, and processes that start meanwhile wait for it.
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
    // Steps are independent of each other: a later one may have a lower number.
    allowUnorderedMigrations: true,
  }).migrateToLatest();
  if (error !== undefined) throw error;
}
