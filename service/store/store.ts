/** Opens the database and brings it up to date. @module */
import { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
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
  const dialect = isPostgres(database) ? postgresDialect(database) : new SqliteDialect(database);
  const store = new Kysely<Schema>({ dialect });
  const { error } = await new Migrator({
    db: store,
    provider: migrations,
    // Steps are independent of each other: one that came later may carry a lower number.
    allowUnorderedMigrations: true,
  }).migrateToLatest();
  if (error !== undefined) {
    await store.destroy();
    throw error;
  }
  return store;
}
