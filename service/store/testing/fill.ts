/** Fills a database as years of use do. @module */
import { sql } from "kysely";
import type { Address, Hex } from "viem";
import { paymaster } from "../../testing/ledger.ts";
import type { Store } from "../store.ts";
import { isPostgres } from "./plans.ts";

/**
 * Rows per table. These are enough for PostgreSQL to prefer an index; `deno task test plans` takes
 * a million.
 */
export const ROWS = Number(Deno.env.get("PLAN_ROWS") ?? 20_000);
/** Rows per statement. */
const PORTION = 10_000;
/** Rows of an account. */
const ROWS_EACH = 50;
export const DAY = 86_400_000;

/** Account that owns some of them. */
export const account: Address = `0x${"0".repeat(37)}107`;
/** Makes a hash of a number. */
export const hash = (n: number): Hex => `0x${n.toString(16).padStart(64, "0")}`;

/** Fills a table with expressions of the row's number. */
type Insert = (table: string, columns: Readonly<Record<string, string>>) => Promise<void>;

/** Fills the tables of owners: passkeys, changes, recoveries, alarms. */
async function fillOwners(
  insert: Insert,
  { owner, id, now }: { readonly owner: string; readonly id: string; readonly now: number },
): Promise<void> {
  const who = { account: owner, owners: "'[]'", nonce: "'0x0'", created_at: "i" };
  await insert("credentials", {
    credential_id: `'c' || ${owner}`,
    public_key: id,
    address: owner,
    owners: "'[]'",
    nonce: "'0x0'",
    proved: "1",
    created_at: "i",
  });
  const change = '\'{"from":[],"owners":[],"next":{},"delay":0}\'';
  const put = { key_id: "'k'", signer: "'0x'" };
  await insert("owner_changes", { ...who, ...put, place: "i", head: id, change });
  await insert("vetoes", { ...who, ...put, day: "i", digest: id, veto: "'{}'" });
  const recovery = '\'{"from":[],"owners":[],"next":1}\'';
  await insert("signed_recoveries", { ...who, ...put, digest: id, recovery });
  await insert("recoveries", {
    chain_id: "1",
    account: owner,
    recovery: id,
    owner,
    ready_at: "i",
    seen_at: "i",
    checked_at: `${now} - i`,
    ended_at: `case when i % 1000 = 1 then null else ${now} - i * 1000 end`,
  });
  await insert("push_subscriptions", {
    account: owner,
    id,
    endpoint: "'https://push.example'",
    p256dh: "''",
    auth: "''",
    owner: "''",
    created_at: "i",
  });
  await insert("notices", {
    id,
    channel: "'webhook'",
    body: "'{}'",
    attempts: "1",
    due_at: `${now} + i * 1000`,
    created_at: "i",
  });
}

/** JSON of a permission, limited to the fields that are read. */
const grant = `'{"account":"0x${"11".repeat(20)}","salt":"0x0"}'`;

/** Fills the tables of permissions and allowances. */
async function fillApprovals(
  insert: Insert,
  { owner, id, now }: { readonly owner: string; readonly id: string; readonly now: number },
): Promise<void> {
  const place = { chain_id: "1", account: owner, block_number: "i", position: "0" };
  await insert("permissions", { ...place, id, spender: owner, permission: grant });
  await insert("permission_ends", { ...place, permission_id: id });
  await insert("signed_grants", {
    chain_id: "1",
    id,
    account: owner,
    spender: owner,
    permission: grant,
    signature: "'0x'",
    end_at: `${now}`,
    created_at: "i",
  });
  const token = padded(text("1000 + i"), 40);
  await insert("approvals", {
    chain_id: "1",
    account: owner,
    token,
    spender: token,
    kind: "'allowance'",
    own: "i % 2",
    block_number: "i",
  });
  await insert("own_tokens", { chain_id: "1", account: owner, token, block_number: "i" });
  await insert("approval_progress", {
    chain_id: "1",
    account: token,
    block_number: "i",
    left_out: "0",
  });
}

/** Expression of a number as text. */
const text = (value: string) => `cast(${value} as text)`;
/** Expression of a text that is filled up with zeros. */
const padded = (value: string, length: number) =>
  `'0x' || substr('${"0".repeat(length)}', 1, ${length} - length(${value})) || ${value}`;

/** Fills the tables of transfers. */
async function fillTransfers(
  insert: Insert,
  { owner, id, now, rows }: {
    readonly owner: string;
    readonly id: string;
    readonly now: number;
    readonly rows: number;
  },
): Promise<void> {
  await insert("transfers", {
    chain_id: "1",
    block_number: "i",
    position: "0",
    part: "0",
    account: owner,
    incoming: "1",
    own: "case when i % 10 = 0 then 1 else 0 end",
    listed: "case when i % 3 = 0 then 0 else 1 end",
    kind: "case when i % 5 = 0 then 'erc721' else 'erc20' end",
    token: padded(text("1000 + i % 100"), 40),
    item: "case when i % 5 = 0 then '0x1' else null end",
    amount: "'0x1'",
    other: padded(text("i"), 40),
    tx_hash: id,
    happened_at: `${Math.floor(now / 1_000)} - (${rows} - i) * 10`,
  });
  // As many as for 150 chains.
  await insert("transfer_blocks", {
    chain_id: `1 + i % ${Math.ceil(rows / 128)}`,
    block_number: "i",
    block_hash: id,
  });
}

/** Fills the tables like years of use, each by a few statements. */
export async function fill(store: Store, rows = ROWS): Promise<void> {
  const now = Date.now();
  if (!isPostgres(store)) await hurry(store, true);
  const insert: Insert = async (table, columns) => {
    const [names, values] = [Object.keys(columns), Object.values(columns)];
    // In portions, because statements are limited in time.
    for (let first = 1; first <= rows; first += PORTION) {
      const last = Math.min(rows, first + PORTION - 1);
      await sql.raw(`
        with recursive n(i) as (
          select cast(${first} as bigint) union all select i + 1 from n where i < ${last}
        )
        insert into ${table} (${names.join(", ")}) select ${values.join(", ")} from n
      `).execute(store);
    }
    if (isPostgres(store)) await sql`analyze ${sql.table(table)}`.execute(store);
  };
  const owner = padded(text(`100 + i % ${rows / ROWS_EACH}`), 40);
  const id = padded(text("1000000 + i"), 64);
  await insert("operations", {
    id,
    chain_id: "1",
    sender: owner,
    idx: "i",
    caller_id: text("i"),
    key_id: "'k'",
    nonce_key: "'0x0'",
    nonce_sequence: "i",
    deploys: "0",
    state: "case when i % 1000 = 1 then 'submitted' when i % 100 = 2 then 'dropped' " +
      "else 'included' end",
    from_block: "i",
    created_at: `${now} - (${rows} - i) * 10000`,
    updated_at: `${now} - (${rows} - i) * 10000`,
    tx_hash: `case when i % 1000 = 1 or i % 100 = 2 then null else ${id} end`,
    block_hash: id,
    block_number: "i",
    success: "case when i % 200 = 3 then 0 else 1 end",
  });
  await insert("operation_data", {
    id,
    operation: '\'{"callData":"0xabab"}\'',
    account: "'{}'",
    receipt: "'{}'",
    created_at: `${now} - (${rows} - i) * 10000`,
  });
  await fillOwners(insert, { owner, id, now });
  await insert("sponsorships", {
    chain_id: "1",
    sender: owner,
    nonce: padded(text("i"), 10),
    key_id: "'k' || cast(i % 50 as text)",
    paymaster: `'${paymaster}'`,
    mode: "'sponsored'",
    again: "0",
    paid: "0",
    // Older ones are deleted each hour.
    day: `${Math.floor(now / DAY)} - i % 3`,
    deploys: "0",
    with_origin: "1",
    cost_gwei: "i",
    state: "case when i < 100 then 'reserved' when i < 200 then 'signed' else 'settled' end",
    sent: "0",
    signatures: `'[{"hash":"0x00","gwei":1,"until":1}]'`,
    expires_at: `${now} - i * 1000`,
    block_number: "case when i < 200 then null else i end",
    block_hash: `case when i < 200 then null else ${id} end`,
    network: "case when i < 100 then '192.0.2.1' else null end",
  });
  await insert("counters", {
    owner: "'k' || cast(i % 50 as text)",
    day: `${Math.floor(now / DAY)} - case when i % 5 = 0 then (i / 500) % 40 else 0 end`,
    kind: "case when i % 5 = 0 then 'operations' else 'sender' end",
    subject: padded(text("i"), 40),
    used: "1",
  });
  await fillApprovals(insert, { owner, id, now });
  await fillTransfers(insert, { owner, id, now, rows });
  await store.insertInto("projects").values({ id: "p", name: "p", created_at: now }).execute();
  await sql`insert into name_domains (id, domain, project_id, policy, created_at)
    values ('d', 'example.eth', 'p', '{}', 1)`.execute(store);
  await insert("name_claims", {
    domain_id: "'d'",
    label: text("i"),
    skeleton: text("i"),
    account: padded(text("i"), 40),
    texts: "'[]'",
    created_at: "i",
  });
  await insert("synced_data", { id, data: "'0x00'", used_at: `${now} - (${rows} - i) * 10000` });
  await insert("accounts", { address: "'0xff' || cast(i as text)", next_index: "1" });
  if (!isPostgres(store)) await hurry(store, false);
}

/** Lets SQLite keep all indexes in memory while it fills a file, and wait for no disk. */
async function hurry(store: Store, on: boolean): Promise<void> {
  await sql.raw(`pragma synchronous = ${on ? "off" : "full"}`).execute(store);
  // In kibibytes; its own default is two thousand.
  await sql.raw(`pragma cache_size = -${on ? 1_000_000 : 2_000}`).execute(store);
}
