/** Adds indexes of tables that were there before. @module */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Adds an index for every query that scanned its whole table; see `query_plans_test.ts`. */
export const liveIndexes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const indexes = [
      `operations_included on operations (chain_id, updated_at, id) where state = 'included'`,
      `operations_settled on operations (chain_id, sender, nonce_key, nonce_sequence)
        where state = 'included'`,
      "operations_transaction on operations (tx_hash) where tx_hash is not null",
      "permissions_place on permissions (chain_id, block_number)",
    ];
    // Sorted like the result, or SQLite prefers the index of places to avoid sorting.
    for (const column of ["account", "spender"]) {
      await db.schema.dropIndex(`permissions_${column}`).execute();
      indexes.push(
        `permissions_${column} on permissions (${column}, chain_id, block_number, position)`,
      );
    }
    for (const index of indexes) await sql`create index ${sql.raw(index)}`.execute(db);
  },
};

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
