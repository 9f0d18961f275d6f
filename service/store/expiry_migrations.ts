/** Lets what is old be found in batches. @module */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Indexes of what is deleted when it is old, without what stays: each batch would read past it. Those
 * of whole days go, so that a row is in as many indexes as before.
 */
export const expiryIndexes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const index of ["sponsorships_day", "counters_day"]) {
      await db.schema.dropIndex(index).execute();
    }
    for (
      const index of [
        "sponsorships_ended on sponsorships (day) where state in ('settled', 'returned')",
        "counters_totals on counters (day, kind) where subject = ''",
        "counters_subjects on counters (day) where subject <> ''",
      ]
    ) await sql`create index ${sql.raw(index)}`.execute(db);
  },
};
