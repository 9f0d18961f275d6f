/** Renames keys by their hashes. @module */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Columns that hold ids of keys. */
const places = [
  ["operations", "key_id"],
  ["sponsorships", "key_id"],
  ["owner_changes", "key_id"],
  ["vetoes", "key_id"],
  ["counters", "owner"],
] as const;

/**
 * Names each key by its hash, as new ones are. Ids were the random bytes of the keys, from which the
 * keys could be formed.
 */
export const keyIds: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const [table, column] of places) {
      const at = sql.ref(column);
      await sql`
        update ${sql.table(table)} set ${at} =
          (select substr(keys.hash, 1, 24) from keys where keys.id = ${sql.table(table)}.${at})
        where ${at} in (select id from keys where id <> substr(hash, 1, 24))
      `.execute(db);
    }
    await sql`update keys set id = substr(hash, 1, 24) where id <> substr(hash, 1, 24)`.execute(db);
  },
};
