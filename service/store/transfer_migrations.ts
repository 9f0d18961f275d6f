/** Creates the tables of transfers. @module */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Adds the transfers of accounts, and the blocks that were read last. */
export const transfers: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("transfers")
      .addColumn("chain_id", "bigint", (c) => c.notNull())
      .addColumn("block_number", "bigint", (c) => c.notNull())
      .addColumn("position", "integer", (c) => c.notNull())
      .addColumn("part", "integer", (c) => c.notNull())
      .addColumn("account", "text", (c) => c.notNull())
      .addColumn("incoming", "integer", (c) => c.notNull())
      .addColumn("own", "integer", (c) => c.notNull())
      .addColumn("listed", "integer", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("token", "text")
      .addColumn("item", "text")
      .addColumn("amount", "text", (c) => c.notNull())
      .addColumn("other", "text", (c) => c.notNull())
      .addColumn("tx_hash", "text", (c) => c.notNull())
      .addColumn("happened_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("transfers_place", [
        "chain_id",
        "block_number",
        "position",
        "part",
        "account",
      ])
      .execute();
    await db.schema.createTable("transfer_blocks")
      .addColumn("chain_id", "bigint", (c) => c.notNull())
      .addColumn("block_number", "bigint", (c) => c.notNull())
      .addColumn("block_hash", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("transfer_blocks_number", ["chain_id", "block_number"])
      .execute();
    const order = "happened_at, chain_id, block_number, position, part";
    for (
      const index of [
        `transfers_listed on transfers (account, ${order}) where own = 0 and listed = 1`,
        `transfers_unlisted on transfers (account, ${order}) where own = 0 and listed = 0`,
        "transfers_day on transfers (account, happened_at)",
        `transfers_items on transfers (account, chain_id, block_number) where item is not null`,
      ]
    ) await sql`create index ${sql.raw(index)}`.execute(db);
  },
};

/** Lets the items of an account's own collections be found among many others. */
export const ownItems: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create index transfers_own_items on transfers (account, chain_id, block_number)
      where item is not null and listed = 1
    `.execute(db);
  },
};
