/** Opens the database and brings it up to date. @module */
import { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { migrations } from "./migrations.ts";
import type { Schema } from "./schema.ts";
import { SqliteDialect } from "./sqlite.ts";

/** The database. */
export type Store = Kysely<Schema>;

/** Opens a SQLite file (`:memory:` keeps nothing) and runs the migrations that are missing. */
export async function openStore(path: string): Promise<Store> {
  const store = new Kysely<Schema>({ dialect: new SqliteDialect(path) });
  const { error } = await new Migrator({ db: store, provider: migrations }).migrateToLatest();
  if (error !== undefined) {
    await store.destroy();
    throw error;
  }
  return store;
}
