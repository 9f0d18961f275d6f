import { assertEquals } from "@std/assert";
import {
  CompiledQuery,
  type KyselyPlugin,
  PostgresAdapter,
  type QueryId,
  type RootOperationNode,
  sql,
} from "kysely";
import { type Address, type Hex, numberToHex } from "viem";
import { openTestStore } from "../../scripts/stack/database.ts";
import type { Chain } from "../chain/chain.ts";
import type { Context } from "../context.ts";
import { isBelowBadDebtLimit } from "../fees/bad_debt.ts";
import { usageToday } from "../keys/projects.ts";
import { listPermissions } from "../permissions/permissions.ts";
import { putSignedGrant, type SignedGrant } from "../permissions/signed.ts";
import {
  forgetExpired,
  record,
  release,
  type Reservation,
  reserve,
  setSent,
} from "../sponsor/ledger.ts";
import { createSettlement } from "../sponsor/settlement.ts";
import { developmentPolicy } from "../sponsor/policy.ts";
import { measure, serviceMetrics } from "../telemetry/service_metrics.ts";
import {
  addOperation,
  findOperation,
  findOwnTransactions,
  hasOperated,
  history,
  lockForResend,
  markUncertain,
  openOperations,
  recentlyIncluded,
  removeOperation,
  requeue,
  setIncluded,
  setLost,
  setState,
  settledFrom,
  touchUpdatedAt,
} from "./operations.ts";
import { addRights, listRights } from "./rights.ts";
import type { OperationTable } from "./schema.ts";
import type { Store } from "./store.ts";

/** Rows per table: enough for PostgreSQL to prefer an index. */
const ROWS = 20_000;
/** Accounts that own them. */
const ACCOUNTS = 400;
const DAY = 86_400_000;

/** Tables that grow with the number of accounts and their activity. */
const growing = [
  "accounts",
  "operations",
  "owner_changes",
  "permission_ends",
  "permissions",
  "signed_grants",
  "counters",
  "rights",
  "sponsorships",
];
/** Indexes of pending rows only, which may be read as a whole. */
const bounded = ["operations_open"];

const account: Address = `0x${"0".repeat(37)}107`;
const hash = (n: number): Hex => `0x${n.toString(16).padStart(64, "0")}`;

/** Fills the tables like years of use, with one statement each. */
async function fill(store: Store): Promise<void> {
  const now = Date.now();
  const insert = async (table: string, columns: Readonly<Record<string, string>>) => {
    const [names, values] = [Object.keys(columns), Object.values(columns)];
    await sql.raw(`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})
      insert into ${table} (${names.join(", ")}) select ${values.join(", ")} from n
    `).execute(store);
  };
  const text = (value: string) => `cast(${value} as text)`;
  const padded = (value: string, length: number) =>
    `'0x' || substr('${"0".repeat(length)}', 1, ${length} - length(${value})) || ${value}`;
  const owner = padded(text(`100 + i % ${ACCOUNTS}`), 40);
  const id = padded(text("1000000 + i"), 64);
  const operation = JSON.stringify({ callData: `0x${"ab".repeat(250)}` });
  await insert("operations", {
    id,
    chain_id: "1",
    sender: owner,
    idx: "i",
    caller_id: text("i"),
    key_id: "'k'",
    operation: `'${operation}'`,
    account: "'{}'",
    nonce_key: "'0x0'",
    nonce_sequence: "i",
    deploys: "0",
    state: "case when i % 1000 = 1 then 'submitted' when i % 100 = 2 then 'dropped' " +
      "else 'included' end",
    from_block: "i",
    created_at: `${now} - (${ROWS} - i) * 10000`,
    updated_at: `${now} - (${ROWS} - i) * 10000`,
    tx_hash: `case when i % 1000 = 1 or i % 100 = 2 then null else ${id} end`,
    block_hash: id,
    block_number: "i",
    success: "case when i % 200 = 3 then 0 else 1 end",
  });
  await insert("sponsorships", {
    chain_id: "1",
    sender: owner,
    nonce: padded(text("i"), 10),
    key_id: "'k' || cast(i % 50 as text)",
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
  const place = { chain_id: "1", account: owner, block_number: "i", position: "0" };
  await insert("permissions", { ...place, id, spender: owner, permission: '\'{"salt":"0x0"}\'' });
  await insert("permission_ends", { ...place, permission_id: id });
  await insert("signed_grants", {
    chain_id: "1",
    id,
    account: owner,
    spender: owner,
    permission: '\'{"salt":"0x0"}\'',
    signature: "'0x'",
    end_at: `${now}`,
    created_at: "i",
  });
  const token = padded(text("1000 + i"), 40);
  await insert("rights", {
    chain_id: "1",
    account: owner,
    token,
    spender: token,
    kind: "'allowance'",
    block_number: "i",
  });
  await insert("accounts", { address: "'0xff' || cast(i as text)", next_index: "1" });
  if (isPostgres(store)) await sql`analyze`.execute(store);
}

function isPostgres(store: Store): boolean {
  return store.getExecutor().adapter instanceof PostgresAdapter;
}

/** Records the queries of a store. */
function recording(store: Store): { store: Store; queries: CompiledQuery[] } {
  const nodes: { node: RootOperationNode; queryId: QueryId }[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      nodes.push({ node, queryId });
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return {
    store: store.withPlugin(plugin),
    get queries() {
      return nodes.map(({ node, queryId }) => store.getExecutor().compileQuery(node, queryId));
    },
  };
}

/** Plan lines that read a whole table; one chain or one key may own most of the rows. */
const whole = [
  /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/,
  /^SEARCH (\w+) USING (?:COVERING )?INDEX (\w+) \((?:chain_id|key_id)=\?\)/,
  /Seq Scan on (\w+)/,
];

/** Lists the plan lines by which a query reads a whole table. */
async function scansOf(store: Store, query: CompiledQuery): Promise<string[]> {
  const explain = isPostgres(store) ? "explain" : "explain query plan";
  const { rows } = await store.executeQuery<Record<string, unknown>>(
    CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]),
  );
  return rows.flatMap((row) => {
    const line = String(row["QUERY PLAN"] ?? row.detail);
    const [, table, index] = whole.map((pattern) => pattern.exec(line))
      .find((match) => match !== null) ?? [];
    const fine = table === undefined || !growing.includes(table) ||
      bounded.includes(index ?? "");
    return fine ? [] : [`${line.trim()}: ${query.sql}`];
  });
}

/** Runs every query of these tables that the running service uses. */
async function useAll(store: Store): Promise<void> {
  const chain = {
    id: 1,
    config: { permissionsFrom: ROWS },
    node: {
      request: (method: string) => Promise.resolve(answers[method] ?? []),
    },
    sponsor: { paymaster: account },
  } as unknown as Chain;
  const context = {
    store,
    chains: new Map([[1, chain]]),
    metrics: serviceMetrics(),
    hub: { size: () => 0, publish: () => {} },
    log: (...[, , , error]: unknown[]) => {
      throw error;
    },
  } as unknown as Context;
  await useOperations(store);
  await measure(context);
  await usageToday(store);
  await isBelowBadDebtLimit(
    store,
    { paymaster: account, tokens: [] },
    { chainId: 1, keyId: "k", sender: account, token: account },
  );
  await hasOperated(store, account);
  for (const wanted of [{ account }, { spender: account }, { id: hash(1) }]) {
    await listPermissions(context, wanted);
    await listPermissions(context, { ...wanted, chainId: "0x1" });
  }
  const json = { id: hash(5), chainId: "0x1", account, spender: account, end: 1 };
  await putSignedGrant(
    context,
    chain,
    { permission: grant, json, signature: "0x" } as unknown as SignedGrant,
  );
  await listRights(store, account, 1);
  await addRights(store, {
    account,
    chainId: 1,
    blockNumber: 1,
    rights: [{ kind: "allowance", token: account, spender: account, amount: 1n }],
  });
  await useLedger(store);
  await useSettlement(context);
}

/** Answers of the node; the one of Multicall3 is empty. */
const answers: Readonly<Record<string, unknown>> = {
  eth_blockNumber: ROWS + 10,
  eth_call: `0x${"20".padStart(64, "0")}${"0".repeat(64)}`,
  eth_getBlockByNumber: { number: numberToHex(ROWS + 10), timestamp: numberToHex(DAY * 100_000) },
};

const grant = {
  account,
  spender: account,
  start: 0,
  end: 1,
  salt: 0n,
  calls: [],
  spends: [],
};

async function useOperations(store: Store): Promise<void> {
  const add = (n: number, callerId: string | null) =>
    addOperation(store, {
      id: hash(n),
      chainId: 1,
      operation: {
        sender: account,
        nonce: "0x0",
        callData: "0x",
        callGasLimit: "0x1",
        verificationGasLimit: "0x1",
        preVerificationGas: "0x1",
        maxFeePerGas: "0x1",
        maxPriorityFeePerGas: "0x1",
        ...(callerId === null && { factory: account }),
      },
      account: { address: account, owners: [], nonce: "0x0" },
      callerId,
      keyId: "k",
      nonce: { key: 0n, sequence: BigInt(ROWS + n) },
      readAt: Date.now() + 60_000,
      fromBlock: 0,
      standing: () => "submitted",
    });
  // The rows have their own history indices.
  await sql`update accounts set address = ${account}, next_index = ${2 * ROWS}
    where address = '0xff1'`.execute(store);
  const { row } = await add(1, "mine");
  const { row: second } = await add(2, null);
  await findOperation(store, { id: "mine", keyId: "k", sender: null });
  await findOperation(store, { id: "mine", keyId: "k", sender: account });
  await openOperations(store, 1);
  await openOperations(store, 1, account);
  await settledFrom(
    store,
    { chainId: 1, sender: account },
    Array.from({ length: 8 }, (_, n) => ({ key: BigInt(n), sequence: BigInt(ROWS) })),
  );
  const fresh = async (): Promise<OperationTable> =>
    (await findOperation(store, { id: row.id, keyId: "k", sender: null }))!;
  await lockForResend(store, await fresh());
  await markUncertain(store, await fresh(), "why");
  await requeue(store, await fresh());
  await touchUpdatedAt(store, row.id);
  const inclusion = {
    txHash: hash(1),
    blockHash: hash(2),
    blockNumber: 1,
    success: true,
    receipt: "{}",
  };
  await setIncluded(store, row.id, inclusion);
  await setLost(store, row.id);
  await setState(store, row.id, "dropped", "why", "{}");
  await removeOperation(store, second);
  for (const ascending of [true, false]) {
    for (const chainId of [undefined, 1]) {
      for (const after of [undefined, ROWS]) {
        await history(store, { sender: account, chainId, after, limit: 20, ascending });
      }
    }
  }
  await Array.fromAsync(recentlyIncluded(store, 1, Date.now() - 600_000));
  await findOwnTransactions(store, Array.from({ length: 100 }, (_, n) => hash(n)));
}

async function useLedger(store: Store): Promise<void> {
  const request: Reservation = {
    keyId: "k1",
    policy: developmentPolicy,
    chainId: 1,
    sender: account,
    deploys: false,
    withOrigin: true,
    fresh: false,
    network: "192.0.2.1",
  };
  const { nonce } = await reserve(store, request, {
    nonces: ["0xffff"],
    taken: new Set(),
    replaces: null,
  });
  const at = { ...request, nonce };
  await record(store, at, { hash: hash(1), cost: 1n, until: 1, chainTime: 0 });
  await setSent(store, at, true);
  await release(store, at);
  await forgetExpired(store);
}

/** Settles a chain whose operations a reorganisation removed. */
async function useSettlement(context: Context): Promise<void> {
  const settlement = createSettlement(() => context);
  await settlement.settle(1);
  await settlement.stop();
}

Deno.test("query plans: no query reads a growing table whole", async () => {
  await using store = await openTestStore();
  await fill(store);
  const recorded = recording(store);
  await useAll(recorded.store);
  const queries = new Map(recorded.queries.map((query) => [query.sql, query]));
  const scans: string[] = [];
  for (const query of queries.values()) {
    if (/^(select|insert|update|delete|with)\b/.test(query.sql)) {
      scans.push(...await scansOf(store, query));
    }
  }
  assertEquals(scans, []);
  assertEquals(queries.size > 40, true, `only ${queries.size} queries were seen`);
});

Deno.test("query plans: a query that reads a table whole is found", async () => {
  await using store = await openTestStore();
  await fill(store);
  const query = store.selectFrom("operations").select("id").where("reason", "=", "why").compile();
  assertEquals((await scansOf(store, query)).length, 1);
});
