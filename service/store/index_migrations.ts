/** Adds indexes of tables that were there before. @module */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { indexChanges } from "./index_changes.ts";

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
export const expiryIndexes = indexChanges([
  {
    table: "sponsorships",
    create: { sponsorships_ended: "(day) where state in ('settled', 'returned')" },
    drop: ["sponsorships_day"],
  },
  {
    table: "counters",
    create: {
      counters_totals: "(day, kind) where subject = ''",
      counters_subjects: "(day) where subject <> ''",
    },
    drop: ["counters_day"],
  },
]);

/** Finds one revocation of a permission among many of its account. */
export const revocationIndex = indexChanges([{
  table: "permission_ends",
  create: { permission_ends_of: "(account, permission_id, chain_id)" },
  drop: ["permission_ends_account"],
}]);
