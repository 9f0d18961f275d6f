/** Creates the tables step by step. Released steps never change. @module */
import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Migration, MigrationProvider } from "kysely/migration";
import {
  approvals,
  followedApprovals,
  leftOutApprovals,
  ownTokens,
  seenApprovals,
} from "./approval_migrations.ts";
import type { PreparedMigration } from "./index_changes.ts";
import { expiryIndexes, liveIndexes, revocationIndex } from "./index_migrations.ts";
import { operationData } from "./operation_data.ts";
import { ownItems, transfers } from "./transfer_migrations.ts";

/** Returns whether the database is PostgreSQL, which needs different SQL in places. */
function onPostgres(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

const first: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("projects")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .execute();
    await db.schema.createTable("keys")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("project_id", "text", (c) => c.notNull().references("projects.id"))
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("environment", "text", (c) => c.notNull())
      .addColumn("hash", "text", (c) => c.notNull().unique())
      .addColumn("hint", "text", (c) => c.notNull())
      .addColumn("domains", "text", (c) => c.notNull())
      .addColumn("policy", "text")
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("revoked_at", "bigint")
      .execute();
    await db.schema.createTable("credentials")
      .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
      .addColumn("credential_id", "text", (c) => c.notNull())
      .addColumn("public_key", "text", (c) => c.notNull())
      .addColumn("address", "text", (c) => c.notNull())
      .addColumn("owners", "text", (c) => c.notNull())
      .addColumn("nonce", "text", (c) => c.notNull())
      .addColumn("proved", "integer", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addUniqueConstraint("credentials_once", ["credential_id", "public_key", "address"])
      .execute();
    await db.schema.createTable("accounts")
      .addColumn("address", "text", (c) => c.primaryKey())
      .addColumn("next_index", "integer", (c) => c.notNull())
      .execute();
    await db.schema.createTable("operations")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("chain_id", "bigint", (c) => c.notNull())
      .addColumn("sender", "text", (c) => c.notNull())
      .addColumn("idx", "integer", (c) => c.notNull())
      .addColumn("caller_id", "text")
      .addColumn("key_id", "text", (c) => c.notNull())
      .addColumn("operation", "text", (c) => c.notNull())
      .addColumn("account", "text", (c) => c.notNull())
      .addColumn("nonce_key", "text", (c) => c.notNull())
      .addColumn("nonce_sequence", "bigint", (c) => c.notNull())
      .addColumn("deploys", "integer", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("reason", "text")
      .addColumn("from_block", "bigint", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .addColumn("tx_hash", "text")
      .addColumn("block_hash", "text")
      .addColumn("block_number", "bigint")
      .addColumn("success", "integer")
      .addColumn("receipt", "text")
      .addUniqueConstraint("operations_index", ["sender", "idx"])
      .execute();
    // PostgreSQL's B-tree index cannot hold texts as long as these ids may be.
    const long = onPostgres(db);
    await sql`create unique index operations_caller on operations
      (sender, ${sql.raw(long ? "md5(caller_id)" : "caller_id")})
      where caller_id is not null and state <> 'refused'`.execute(db);
    await db.schema.createIndex("operations_caller_id").on("operations").column("caller_id")
      .$call((index) => long ? index.using("hash") : index).execute();
    await sql`create index operations_open on operations (chain_id, sender)
      where state in ('held', 'submitted')`.execute(db);
  },
};

const permissions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("permissions")
      .addColumn("chain_id", "bigint", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("account", "text", (c) => c.notNull())
      .addColumn("spender", "text", (c) => c.notNull())
      .addColumn("permission", "text", (c) => c.notNull())
      .addColumn("block_number", "bigint", (c) => c.notNull())
      .addColumn("position", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("permissions_id", ["chain_id", "id"])
      .execute();
    await db.schema.createIndex("permissions_account").on("permissions").column("account")
      .execute();
    await db.schema.createIndex("permissions_spender").on("permissions").column("spender")
      .execute();
    await db.schema.createTable("permission_ends")
      .addColumn("chain_id", "bigint", (c) => c.notNull())
      .addColumn("account", "text", (c) => c.notNull())
      .addColumn("permission_id", "text", (c) => c.notNull())
      .addColumn("block_number", "bigint", (c) => c.notNull())
      .addColumn("position", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("permission_ends_place", ["chain_id", "block_number", "position"])
      .execute();
    await db.schema.createIndex("permission_ends_account").on("permission_ends").column("account")
      .execute();
    await db.schema.createTable("permission_progress")
      .addColumn("chain_id", "bigint", (c) => c.primaryKey())
      .addColumn("block_number", "bigint", (c) => c.notNull())
      .execute();
  },
};

const signedGrants: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("signed_grants")
      .addColumn("chain_id", "bigint", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("account", "text", (c) => c.notNull())
      .addColumn("spender", "text", (c) => c.notNull())
      .addColumn("permission", "text", (c) => c.notNull())
      .addColumn("signature", "text", (c) => c.notNull())
      .addColumn("end_at", "bigint", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("signed_grants_id", ["chain_id", "id"])
      .execute();
    await db.schema.createIndex("signed_grants_account").on("signed_grants").column("account")
      .execute();
    await db.schema.createIndex("signed_grants_spender").on("signed_grants").column("spender")
      .execute();
  },
};

const names: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("name_domains")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("domain", "text", (c) => c.notNull())
      .addColumn("project_id", "text", (c) => c.notNull().references("projects.id"))
      .addColumn("owner", "text")
      .addColumn("signature", "text")
      .addColumn("policy", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("ended_at", "bigint")
      .addUniqueConstraint("name_domains_once", ["domain", "project_id"])
      .execute();
    await sql`create unique index name_domains_active on name_domains (domain)
      where ended_at is null`.execute(db);
    await db.schema.createTable("name_claims")
      .addColumn("domain_id", "text", (c) => c.notNull().references("name_domains.id"))
      .addColumn("label", "text", (c) => c.notNull())
      .addColumn("skeleton", "text", (c) => c.notNull())
      .addColumn("account", "text", (c) => c.notNull())
      .addColumn("texts", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("name_claims_label", ["domain_id", "label"])
      .addUniqueConstraint("name_claims_skeleton", ["domain_id", "skeleton"])
      .addUniqueConstraint("name_claims_account", ["domain_id", "account"])
      .execute();
    await db.schema.createIndex("name_claims_of_account").on("name_claims").column("account")
      .execute();
  },
};

const projectSettings: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable("projects")
      .addColumn("domains", "text", (c) => c.notNull().defaultTo("[]")).execute();
    await db.schema.alterTable("projects").addColumn("policy", "text").execute();
  },
};

const owners: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("owner_changes")
      .addColumn("account", "text", (c) => c.notNull())
      .addColumn("place", "integer", (c) => c.notNull())
      .addColumn("head", "text", (c) => c.notNull())
      .addColumn("owners", "text", (c) => c.notNull())
      .addColumn("nonce", "text", (c) => c.notNull())
      .addColumn("change", "text", (c) => c.notNull())
      .addColumn("signer", "text", (c) => c.notNull())
      .addColumn("key_id", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("owner_changes_place", ["account", "place"])
      .addUniqueConstraint("owner_changes_head", ["account", "head"])
      .execute();
  },
};

const ledger: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("sponsorships")
      .addColumn("chain_id", "bigint", (c) => c.notNull())
      .addColumn("sender", "text", (c) => c.notNull())
      .addColumn("nonce", "text", (c) => c.notNull())
      .addColumn("key_id", "text", (c) => c.notNull())
      .addColumn("paymaster", "text", (c) => c.notNull())
      .addColumn("mode", "text", (c) => c.notNull())
      .addColumn("token", "text")
      .addColumn("day", "integer", (c) => c.notNull())
      .addColumn("deploys", "integer", (c) => c.notNull())
      .addColumn("with_origin", "integer", (c) => c.notNull())
      .addColumn("network", "text")
      .addColumn("again", "integer", (c) => c.notNull())
      .addColumn("cost_gwei", "bigint", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("paid", "integer", (c) => c.notNull())
      .addColumn("sent", "integer", (c) => c.notNull())
      .addColumn("signatures", "text", (c) => c.notNull())
      .addColumn("expires_at", "bigint", (c) => c.notNull())
      .addColumn("block_number", "bigint")
      .addColumn("block_hash", "text")
      .addPrimaryKeyConstraint("sponsorships_nonce", [
        "chain_id",
        "sender",
        "nonce",
        "key_id",
        "paymaster",
      ])
      .execute();
    await db.schema.createTable("counters")
      .addColumn("owner", "text", (c) => c.notNull())
      .addColumn("day", "integer", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("subject", "text", (c) => c.notNull())
      .addColumn("used", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("counters_key", ["owner", "day", "kind", "subject"])
      .execute();
    await db.schema.createTable("leases")
      .addColumn("name", "text", (c) => c.notNull().primaryKey())
      .addColumn("holder", "text", (c) => c.notNull())
      .addColumn("until", "bigint", (c) => c.notNull())
      .execute();
    await db.schema.createTable("sponsor_progress")
      .addColumn("chain_id", "bigint", (c) => c.notNull())
      .addColumn("paymaster", "text", (c) => c.notNull())
      .addColumn("reconciled_block", "bigint", (c) => c.notNull())
      .addColumn("reconciled_wei", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("sponsor_progress_key", ["chain_id", "paymaster"])
      .execute();
    for (
      const index of [
        "sponsorships_reserved on sponsorships (expires_at) where state = 'reserved'",
        "sponsorships_signed on sponsorships (chain_id, expires_at) where state = 'signed'",
        "sponsorships_settled on sponsorships (chain_id, block_number) where state = 'settled'",
        "sponsorships_day on sponsorships (day)",
        "sponsorships_network on sponsorships (day) where network is not null",
        "counters_day on counters (day, kind)",
      ]
    ) await sql`create index ${sql.raw(index)}`.execute(db);
  },
};

const refusedOperations: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // They were kept with all their call data, and nothing reads them.
    await sql`delete from operations where state = 'refused'`.execute(db);
  },
};

const vetoes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("vetoes")
      .addColumn("account", "text", (c) => c.notNull())
      .addColumn("digest", "text", (c) => c.notNull())
      .addColumn("owners", "text", (c) => c.notNull())
      .addColumn("nonce", "text", (c) => c.notNull())
      .addColumn("veto", "text", (c) => c.notNull())
      .addColumn("signer", "text", (c) => c.notNull())
      .addColumn("key_id", "text", (c) => c.notNull())
      .addColumn("day", "integer", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("vetoes_digest", ["account", "digest"])
      .execute();
  },
};

const recoveries: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("recoveries")
      .addColumn("chain_id", "bigint", (c) => c.notNull())
      .addColumn("account", "text", (c) => c.notNull())
      .addColumn("recovery", "text", (c) => c.notNull())
      .addColumn("owner", "text", (c) => c.notNull())
      .addColumn("ready_at", "bigint", (c) => c.notNull())
      .addColumn("seen_at", "bigint", (c) => c.notNull())
      .addColumn("checked_at", "bigint", (c) => c.notNull())
      .addColumn("ended_at", "bigint")
      .addPrimaryKeyConstraint("recoveries_id", ["account", "chain_id", "recovery"])
      .execute();
    await sql`create index recoveries_waiting on recoveries (chain_id, checked_at)
      where ended_at is null`.execute(db);
    await sql`create index recoveries_ended on recoveries (ended_at)
      where ended_at is not null`.execute(db);
    await db.schema.createTable("owner_checks")
      .addColumn("chain_id", "bigint", (c) => c.notNull())
      .addColumn("account", "text", (c) => c.notNull())
      .addColumn("added_at", "bigint", (c) => c.notNull())
      .addColumn("due_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("owner_checks_id", ["account", "chain_id"])
      .execute();
    await db.schema.createIndex("owner_checks_due").on("owner_checks")
      .columns(["chain_id", "due_at"]).execute();
    await db.schema.createTable("notices")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("channel", "text", (c) => c.notNull())
      .addColumn("body", "text", (c) => c.notNull())
      .addColumn("attempts", "integer", (c) => c.notNull())
      .addColumn("due_at", "bigint", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("notices_due").on("notices").column("due_at").execute();
    await db.schema.createIndex("notices_channel").on("notices").column("channel").execute();
    // The watcher asks for accounts by their addresses.
    await db.schema.createIndex("credentials_address").on("credentials").column("address")
      .execute();
  },
};

const pushSubscriptions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("push_subscriptions")
      .addColumn("account", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("endpoint", "text", (c) => c.notNull())
      .addColumn("p256dh", "text", (c) => c.notNull())
      .addColumn("auth", "text", (c) => c.notNull())
      .addColumn("owner", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("push_subscriptions_id", ["account", "id"])
      .execute();
  },
};

/**
 * Finds one revocation of a permission among many of its account. The newest blocks are read again:
 * until now each list did that, and a reorganisation may have come after the last one.
 */
const endedPermissions: PreparedMigration = {
  prepare: revocationIndex.prepare,
  async up(db: Kysely<unknown>): Promise<void> {
    await revocationIndex.up(db);
    await sql`update permission_progress set block_number =
      case when block_number < 64 then -1 else block_number - 64 end`.execute(db);
  },
};

/** Migrations by name; Kysely runs the missing ones in this order. */
export const migrations: MigrationProvider = {
  getMigrations: () =>
    Promise.resolve({
      "0001_first": first,
      "0002_permissions": permissions,
      "0004_project_settings": projectSettings,
      "0005_signed_grants": signedGrants,
      "0006_names": names,
      "0008_owners": owners,
      "0012_refused_operations": refusedOperations,
      "0013_live_indexes": liveIndexes,
      "0014_ledger": ledger,
      "0014_vetoes": vetoes,
      "0015_recoveries": recoveries,
      "0016_push_subscriptions": pushSubscriptions,
      "0017_approvals": approvals,
      "0018_operation_data": operationData,
      "0019_seen_approvals": seenApprovals,
      "0020_transfers": transfers,
      "0021_own_items": ownItems,
      "0022_followed_approvals": followedApprovals,
      "0023_left_out_approvals": leftOutApprovals,
      "0025_ended_permissions": endedPermissions,
      "0026_expiry_indexes": expiryIndexes,
      "0027_own_tokens": ownTokens,
    }),
};
