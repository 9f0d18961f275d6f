/** Creates the tables of approvals. @module */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Adds the approvals that operations of accounts gave. */
export const approvals: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("approvals")
      .addColumn("account", "text", (c) => c.notNull())
      .addColumn("chain_id", "bigint", (c) => c.notNull())
      .addColumn("token", "text", (c) => c.notNull())
      .addColumn("spender", "text", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("block_number", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("approvals_id", ["account", "chain_id", "kind", "token", "spender"])
      .execute();
    await db.schema.createIndex("approvals_newest").on("approvals")
      .columns(["account", "chain_id", "block_number"]).execute();
  },
};

/** Adds the approvals that events on the chains tell of. */
export const seenApprovals: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("seen_approvals")
      .addColumn("account", "text", (c) => c.notNull())
      .addColumn("chain_id", "bigint", (c) => c.notNull())
      .addColumn("spender", "text", (c) => c.notNull())
      .addColumn("token", "text", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("block_number", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("seen_approvals_id", [
        "account",
        "chain_id",
        "spender",
        "token",
        "kind",
      ])
      .execute();
    await db.schema.createIndex("seen_approvals_newest").on("seen_approvals")
      .columns(["account", "chain_id", "block_number"]).execute();
    await db.schema.createTable("approval_progress")
      .addColumn("account", "text", (c) => c.notNull())
      .addColumn("chain_id", "bigint", (c) => c.notNull())
      .addColumn("block_number", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("approval_progress_id", ["account", "chain_id"])
      .execute();
  },
};

/** Adds the tokens that operations of accounts brought in. */
export const ownTokens: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("own_tokens")
      .addColumn("account", "text", (c) => c.notNull())
      .addColumn("chain_id", "bigint", (c) => c.notNull())
      .addColumn("token", "text", (c) => c.notNull())
      .addColumn("block_number", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("own_tokens_id", ["account", "chain_id", "token"])
      .execute();
    await db.schema.createIndex("own_tokens_newest").on("own_tokens")
      .columns(["account", "chain_id", "block_number"]).execute();
  },
};

/** Lets the follower of a chain keep approvals. */
export const followedApprovals: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable("approval_progress").addColumn("followed_from", "bigint").execute();
    await db.schema.createTable("followed_approvals")
      .addColumn("chain_id", "bigint", (c) => c.primaryKey())
      .addColumn("first_block", "bigint", (c) => c.notNull())
      .addColumn("last_block", "bigint", (c) => c.notNull())
      .execute();
  },
};

/** Remembers that approvals of an account could not all be read. */
export const leftOutApprovals: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable("approval_progress").addColumn("left_out", "bigint").execute();
  },
};
