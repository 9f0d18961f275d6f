/** Opens and migrates the database. @module */
import { Kysely, sql } from "kysely";
import { type MigrationProvider, Migrator } from "kysely/migration";
import { migrations } from "./migrations.ts";
import { isPostgres, postgresDialect } from "./engine/postgres.ts";
import type { Schema } from "./schema.ts";
import { SqliteDialect } from "./engine/sqlite.ts";

/** SQLSTATE of missing privileges. */
const NO_PRIVILEGE = "42501";

/** The database. */
export type Store = Kysely<Schema>;

/**
 * Opens a database and runs missing migrations; several processes may do so concurrently.
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
 * Migrates a PostgreSQL database on connections without time limits: processes that start at the
 * same time wait for the first one.
 */
export async function migrate(
  database: string,
  provider: MigrationProvider = migrations,
): Promise<void> {
  await using store = new Kysely<Schema>({
    dialect: postgresDialect(database, { unlimited: true }),
  });
  try {
    await runMigrations(store, provider);
  } catch (error) {
    throw await notOwner(store, error);
  }
}

/** Describes the remedy if the role may not change the tables. Returns other errors unchanged. */
async function notOwner(store: Store, error: unknown): Promise<unknown> {
  const isDenied = error instanceof Error && "code" in error && error.code === NO_PRIVILEGE;
  if (!isDenied) return error;
  const { rows } = await sql<{ role: string; owner: string | null }>`
    select current_user as role, (select tableowner from pg_tables
      where schemaname = current_schema() and tablename = 'kysely_migration') as owner`
    .execute(store).catch(() => ({ rows: [] }));
  const { role = "the role", owner = null } = rows[0] ?? {};
  return new Error(
    `The tables of the database must be changed, but ${role} may not do so: ${error.message}. ` +
      (owner === null || owner === role
        ? `Let it make tables: grant create on schema public to ${role}.`
        : `They belong to ${owner}: grant ${owner} to ${role}, or start once as ${owner}.`),
    { cause: error },
  );
}

async function runMigrations(store: Store, provider: MigrationProvider): Promise<void> {
  const migrator = new Migrator({ db: store, provider });
  if (await isCurrent(store, migrator)) return;
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** Returns whether all steps ran and no others: a locked file can still be read. */
async function isCurrent(store: Store, migrator: Migrator): Promise<boolean> {
  const steps = await migrator.getMigrations();
  if (steps.some(({ executedAt }) => executedAt === undefined)) return false;
  const { rows } = await sql<{ count: number }>`select count(*) as count from kysely_migration`
    .execute(store);
  return Number(rows[0]!.count) === steps.length;
}
