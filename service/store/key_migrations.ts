/** Creates what tells processes of changes to keys. @module */
import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Counts changes of keys in a file, so that processes which keep keys see them by a look at one row.
 * PostgreSQL notifies them instead.
 */
export const keyChanges: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    if (db.getExecutor().adapter instanceof PostgresAdapter) return;
    await sql`create table key_changes (count integer not null)`.execute(db);
    await sql`insert into key_changes values (0)`.execute(db);
    for (const change of ["insert", "update", "delete"]) {
      await sql`
        create trigger ${sql.raw(`keys_${change}`)} after ${sql.raw(change)} on keys
        begin update key_changes set count = count + 1; end
      `.execute(db);
    }
  },
};
