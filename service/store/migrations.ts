/** Creates all tables and indexes; `schema.ts` has their types. @module */
import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Migration, MigrationProvider } from "kysely/migration";

/** Statements that both databases support. */
const statements = [
  `create table projects (
    id text primary key,
    name text not null,
    created_at bigint not null
  )`,
  `create table keys (
    id text primary key,
    project_id text not null references projects (id),
    kind text not null,
    environment text not null,
    hash text not null unique,
    hint text not null,
    domains text not null,
    policy text,
    created_at bigint not null,
    revoked_at bigint
  )`,
  `create table accounts (
    address text primary key,
    next_index integer not null
  )`,
  `create table operations (
    id text primary key,
    chain_id bigint not null,
    sender text not null,
    idx integer not null,
    caller_id text,
    key_id text not null,
    nonce_key text not null,
    nonce_sequence bigint not null,
    deploys integer not null,
    state text not null,
    reason text,
    from_block bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    tx_hash text,
    block_hash text,
    block_number bigint,
    success integer,
    constraint operations_index unique (sender, idx)
  )`,
  `create index operations_open on operations (chain_id, sender)
    where state in ('held', 'submitted')`,
  `create index operations_included on operations (chain_id, block_number)
    where state = 'included'`,
  `create index operations_settled on operations (chain_id, sender, nonce_key, nonce_sequence)
    where state = 'included'`,
  "create index operations_transaction on operations (tx_hash) where tx_hash is not null",
  "create index operations_dropped on operations (updated_at) where state = 'dropped'",
  `create table permissions (
    chain_id bigint not null,
    id text not null,
    account text not null,
    spender text not null,
    permission text not null,
    block_number bigint not null,
    position integer not null,
    constraint permissions_id primary key (chain_id, id)
  )`,
  "create index permissions_place on permissions (chain_id, block_number)",
  "create index permissions_account on permissions (account, chain_id, block_number, position)",
  "create index permissions_spender on permissions (spender, chain_id, block_number, position)",
  `create table permission_ends (
    chain_id bigint not null,
    account text not null,
    permission_id text not null,
    block_number bigint not null,
    position integer not null,
    constraint permission_ends_place primary key (chain_id, block_number, position)
  )`,
  "create index permission_ends_of on permission_ends (account, permission_id, chain_id)",
  `create table permission_progress (
    chain_id bigint primary key,
    block_number bigint not null
  )`,
  `create table signed_grants (
    chain_id bigint not null,
    id text not null,
    account text not null,
    spender text not null,
    permission text not null,
    signature text not null,
    end_at bigint not null,
    created_at bigint not null,
    constraint signed_grants_id primary key (chain_id, id)
  )`,
  "create index signed_grants_account on signed_grants (account)",
  "create index signed_grants_spender on signed_grants (spender)",
  `create table name_domains (
    id text primary key,
    domain text not null,
    project_id text not null references projects (id),
    owner text,
    signature text,
    policy text not null,
    created_at bigint not null,
    ended_at bigint,
    constraint name_domains_once unique (domain, project_id)
  )`,
  "create unique index name_domains_active on name_domains (domain) where ended_at is null",
  `create table name_claims (
    domain_id text not null references name_domains (id),
    label text not null,
    skeleton text not null,
    account text not null,
    texts text not null,
    created_at bigint not null,
    constraint name_claims_label primary key (domain_id, label),
    constraint name_claims_skeleton unique (domain_id, skeleton),
    constraint name_claims_account unique (domain_id, account)
  )`,
  "create index name_claims_of_account on name_claims (account)",
  `create table owner_changes (
    account text not null,
    place integer not null,
    head text not null,
    owners text not null,
    nonce text not null,
    change text not null,
    signer text not null,
    key_id text not null,
    created_at bigint not null,
    constraint owner_changes_place primary key (account, place),
    constraint owner_changes_head unique (account, head)
  )`,
  "create index owner_changes_newest on owner_changes (created_at)",
  `create table sponsorships (
    chain_id bigint not null,
    sender text not null,
    nonce text not null,
    key_id text not null,
    paymaster text not null,
    mode text not null,
    token text,
    day integer not null,
    deploys integer not null,
    with_origin integer not null,
    network text,
    again integer not null,
    cost_gwei bigint not null,
    state text not null,
    paid integer not null,
    sent integer not null,
    signatures text not null,
    expires_at bigint not null,
    block_number bigint,
    block_hash text,
    constraint sponsorships_nonce primary key (chain_id, sender, nonce, key_id, paymaster)
  )`,
  "create index sponsorships_reserved on sponsorships (expires_at) where state = 'reserved'",
  `create index sponsorships_signed on sponsorships (chain_id, expires_at)
    where state = 'signed'`,
  `create index sponsorships_settled on sponsorships (chain_id, block_number)
    where state = 'settled'`,
  "create index sponsorships_network on sponsorships (day) where network is not null",
  "create index sponsorships_ended on sponsorships (day) where state in ('settled', 'returned')",
  `create table counters (
    owner text not null,
    day integer not null,
    kind text not null,
    subject text not null,
    used bigint not null,
    constraint counters_key primary key (owner, day, kind, subject)
  )`,
  "create index counters_totals on counters (day, kind) where subject = ''",
  "create index counters_subjects on counters (day) where subject <> ''",
  `create table leases (
    name text not null primary key,
    holder text not null,
    until bigint not null
  )`,
  `create table links (
    id text not null primary key,
    origin text,
    session text not null,
    app text not null,
    opener text,
    opened integer not null,
    app_count integer not null,
    wallet_count integer not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  "create index links_expiry on links (expires_at)",
  `create table link_messages (
    link_id text not null,
    side text not null,
    place integer not null,
    message text not null,
    constraint link_messages_place primary key (link_id, side, place)
  )`,
  `create table synced_data (
    id text not null primary key,
    data text not null,
    used_at bigint not null
  )`,
  "create index synced_data_age on synced_data (used_at)",
  `create table sponsor_progress (
    chain_id bigint not null,
    paymaster text not null,
    reconciled_block bigint not null,
    reconciled_hash text not null,
    reconciled_wei text not null,
    constraint sponsor_progress_key primary key (chain_id, paymaster)
  )`,
  `create table vetoes (
    account text not null,
    digest text not null,
    owners text not null,
    nonce text not null,
    veto text not null,
    signer text not null,
    key_id text not null,
    day integer not null,
    created_at bigint not null,
    constraint vetoes_digest primary key (account, digest)
  )`,
  "create index vetoes_newest on vetoes (created_at)",
  `create table signed_recoveries (
    account text not null,
    digest text not null,
    owners text not null,
    nonce text not null,
    recovery text not null,
    signer text not null,
    key_id text not null,
    created_at bigint not null,
    constraint signed_recoveries_digest primary key (account, digest)
  )`,
  "create index signed_recoveries_newest on signed_recoveries (created_at)",
  `create table recoveries (
    chain_id bigint not null,
    account text not null,
    recovery text not null,
    owner text not null,
    ready_at bigint not null,
    seen_at bigint not null,
    checked_at bigint not null,
    ended_at bigint,
    constraint recoveries_id primary key (account, chain_id, recovery)
  )`,
  "create index recoveries_waiting on recoveries (chain_id, checked_at) where ended_at is null",
  "create index recoveries_ended on recoveries (ended_at) where ended_at is not null",
  `create table owner_checks (
    chain_id bigint not null,
    account text not null,
    added_at bigint not null,
    due_at bigint not null,
    constraint owner_checks_id primary key (account, chain_id)
  )`,
  "create index owner_checks_due on owner_checks (chain_id, due_at)",
  `create table notices (
    id text primary key,
    channel text not null,
    body text not null,
    attempts integer not null,
    due_at bigint not null,
    created_at bigint not null
  )`,
  "create index notices_due on notices (due_at)",
  "create index notices_channel on notices (channel)",
  `create table push_subscriptions (
    account text not null,
    id text not null,
    endpoint text not null,
    p256dh text not null,
    auth text not null,
    owner text not null,
    created_at bigint not null,
    constraint push_subscriptions_id primary key (account, id)
  )`,
  `create table approvals (
    account text not null,
    chain_id bigint not null,
    spender text not null,
    token text not null,
    kind text not null,
    own integer not null,
    block_number bigint not null,
    constraint approvals_id primary key (account, chain_id, spender, token, kind)
  )`,
  "create index approvals_newest on approvals (account, chain_id, own, block_number)",
  `create table operation_data (
    id text primary key,
    operation text not null,
    account text not null,
    receipt text,
    created_at bigint not null
  )`,
  "create index operation_data_age on operation_data (created_at)",
  `create table approval_progress (
    account text not null,
    chain_id bigint not null,
    block_number bigint not null,
    followed_from bigint,
    left_out integer not null,
    constraint approval_progress_id primary key (account, chain_id)
  )`,
  `create table transfers (
    chain_id bigint not null,
    block_number bigint not null,
    position integer not null,
    part integer not null,
    account text not null,
    incoming integer not null,
    own integer not null,
    listed integer not null,
    kind text not null,
    token text,
    item text,
    amount text not null,
    other text not null,
    tx_hash text not null,
    happened_at bigint not null,
    constraint transfers_place primary key (chain_id, block_number, position, part, account)
  )`,
  `create index transfers_listed on transfers
    (account, happened_at, chain_id, block_number, position, part)
    where own = 0 and listed = 1`,
  `create index transfers_unlisted on transfers
    (account, happened_at, chain_id, block_number, position, part)
    where own = 0 and listed = 0`,
  "create index transfers_day on transfers (account, happened_at)",
  `create index transfers_items on transfers (account, chain_id, block_number)
    where item is not null`,
  `create index transfers_own_items on transfers (account, chain_id, block_number)
    where item is not null and listed = 1`,
  `create table transfer_blocks (
    chain_id bigint not null,
    block_number bigint not null,
    block_hash text not null,
    constraint transfer_blocks_number primary key (chain_id, block_number)
  )`,
  `create table followed_approvals (
    chain_id bigint primary key,
    first_block bigint not null,
    last_block bigint not null
  )`,
  `create table own_tokens (
    account text not null,
    chain_id bigint not null,
    token text not null,
    block_number bigint not null,
    constraint own_tokens_id primary key (account, chain_id, token)
  )`,
  "create index own_tokens_newest on own_tokens (account, chain_id, block_number)",
] as const;

/** Creates the table and the indexes that differ between the databases. */
function differing(isPostgres: boolean): readonly string[] {
  const id = isPostgres
    ? "integer generated by default as identity primary key"
    : "integer primary key autoincrement";
  // PostgreSQL's B-tree index cannot hold texts as long as these ids may be.
  const callerId = isPostgres ? "md5(caller_id)" : "caller_id";
  const method = isPostgres ? "using hash" : "";
  return [
    `create table credentials (
      id ${id},
      credential_id text not null,
      public_key text not null,
      address text not null,
      owners text not null,
      nonce text not null,
      proved integer not null,
      created_at bigint not null,
      constraint credentials_once unique (credential_id, public_key, address)
    )`,
    "create index credentials_address on credentials (address)",
    `create unique index operations_caller on operations (sender, ${callerId})
      where caller_id is not null and state <> 'refused'`,
    `create index operations_caller_id on operations ${method} (caller_id)`,
  ];
}

const first: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    for (const statement of [...statements, ...differing(isPostgres)]) {
      await sql.raw(statement).execute(db);
    }
  },
};

/** Migrations by name; Kysely runs the missing ones in this order. */
export const migrations: MigrationProvider = {
  getMigrations: () => Promise.resolve({ "0001_tables": first }),
};
