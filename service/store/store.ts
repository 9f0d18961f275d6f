/** Opens and migrates the database. @module */
import { Kysely, PostgresAdapter, sql } from "kysely";
import { type MigrationProvider, Migrator } from "kysely/migration";
import { prepareMigrations } from "./index_changes.ts";
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
  const dialect = new SqliteDialect(database);
  const store = new Kysely<Schema>({ dialect });
  store.destroy = () => dialect.close();
  await runMigrations(store, migrations).catch(async (error) => {
    await store.destroy();
    throw error;
  });
  return store;
}

/**
 * Migrates a PostgreSQL database on connections without time limits: indexing a large table takes
 * minutes, and processes that start meanwhile wait for it. Those that run go on.
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
  const migrator = new Migrator({
    db: store,
    provider,
    // Steps are independent of each other: a later one may have a lower number.
    allowUnorderedMigrations: true,
  });
  if (await isCurrent(store, migrator)) return;
  if (store.getExecutor().adapter instanceof PostgresAdapter) {
    const steps = await migrator.getMigrations();
    const missing = steps.filter(({ executedAt }) => executedAt === undefined);
    await prepareMigrations(store, missing.map(({ migration }) => migration));
  }
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** Returns whether all steps ran and no others: a file that is locked can be read all the same. */
async function isCurrent(store: Store, migrator: Migrator): Promise<boolean> {
  const steps = await migrator.getMigrations();
  if (steps.some(({ executedAt }) => executedAt === undefined)) return false;
  const { rows } = await sql<{ count: number }>`select count(*) as count from kysely_migration`
    .execute(store);
  return Number(rows[0]!.count) === steps.length;
}
