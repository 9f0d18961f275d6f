/**
 * Compares the database with a chain from its first relevant block on, and repairs differences. It
 * relies on nothing stored but the operations' hashes and the accounts' addresses.
 *
 * @module
 */
import { type Hex, pad } from "viem";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import type { Chain } from "../chain/chain.ts";
import {
  type Landed,
  readLanded,
  type ReceiptJson,
  USER_OPERATION_EVENT,
} from "../chain/events.ts";
import { fetchAll, MAX_BLOCKS } from "./backfill.ts";
import { fetchEvents } from "./permission_events.ts";
import { readAll, rebuildIndex } from "./permission_index.ts";
import { toRows } from "./permission_logs.ts";
import { setIncluded, setLost } from "../store/included_operations.ts";
import type { ReceiptRow } from "../store/operations.ts";
import type { Store } from "../store/store.ts";

/** Difference between the database and the chain. */
export interface Difference {
  /** Table of the row. */
  readonly table: "operations" | "permissions" | "permission_ends";
  /** Operation hash, permission id, or position of an end. */
  readonly id: string;
  /** Stored value; null if there is none. */
  readonly kept: string | null;
  /** Value on the chain; null if there is none. */
  readonly chain: string | null;
}

/** Result of a comparison. */
export interface Report {
  /** Last block that was read. */
  readonly block: number;
  /** Number of stored operations. */
  readonly operations: number;
  /** Number of permissions on the chain. */
  readonly permissions: number;
  /** Operations of our accounts that were sent by other services; they are not stored. */
  readonly foreign: number;
  /** Differences found. */
  readonly differences: readonly Difference[];
}

/** Accounts per request: nodes limit the alternatives of a topic. */
const MAX_TOPICS = 100;

/**
 * Compares the database with a chain. Pending operations may be reported: compare again to confirm.
 */
export async function compare(store: Store, chain: Chain): Promise<Report> {
  await readAll(store, chain);
  const block = Number(await chain.node.request<Hex>("eth_blockNumber"));
  const [operations, permissions] = await Promise.all([
    compareOperations(store, chain, block),
    comparePermissions(store, chain, block),
  ]);
  return {
    block,
    operations: operations.kept,
    permissions: permissions.seen,
    foreign: operations.foreign,
    differences: [...operations.differences, ...permissions.differences],
  };
}

/** Repairs differences: reads the permissions again, and corrects operations from the chain. */
export async function repair(
  store: Store,
  chain: Chain,
  differences: readonly Difference[],
): Promise<void> {
  if (differences.some(({ table }) => table !== "operations")) await rebuildIndex(store, chain);
  const ids = differences.filter(({ table }) => table === "operations").map(({ id }) => id);
  if (ids.length === 0) return;
  const { landed } = await scanOperations(store, chain, await readHead(chain));
  for (const id of ids) {
    const found = landed.get(id as Hex);
    if (found === undefined) await setLost(store, id);
    else await setIncluded(store, id, inclusion(found), { always: true });
  }
}

async function compareOperations(store: Store, chain: Chain, block: number) {
  const { rows, landed } = await scanOperations(store, chain, block);
  const differences: Difference[] = [];
  for (const row of rows.values()) {
    const found = landed.get(row.id as Hex);
    const chainSays = found === undefined
      ? null
      // Its data was deleted after some time: there is no receipt to compare.
      : serialize({ ...inclusion(found), ...(row.receipt === null && { receipt: "" }) });
    const kept = row.state === "included" ? serialize(storedInclusion(row)) : null;
    if (kept !== chainSays) {
      differences.push({ table: "operations", id: row.id, kept, chain: chainSays });
    }
  }
  const foreign = [...landed.keys()].filter((id) => !rows.has(id)).length;
  return { kept: rows.size, foreign, differences };
}

/** Finds all operations of our accounts onchain, whichever service sent them. */
async function scanOperations(store: Store, chain: Chain, block: number) {
  const list = await store.selectFrom("operations")
    .leftJoin("operation_data", "operation_data.id", "operations.id")
    .selectAll("operations").select("operation_data.receipt")
    .where("chain_id", "=", chain.id).execute();
  const rows = new Map(list.map((row) => [row.id, row]));
  const senders = [...new Set(list.map((row) => pad(row.sender as Hex, { size: 32 })))];
  const first = list.reduce((least, row) => Math.min(least, row.from_block), block);
  const hashes = new Map<Hex, Set<Hex>>();
  for (let at = 0; at < senders.length; at += MAX_TOPICS) {
    const topics = [[USER_OPERATION_EVENT], null, senders.slice(at, at + MAX_TOPICS)];
    const filter = { address: ENTRY_POINT, topics };
    for await (const logs of fetchAll(chain, { from: first, to: block }, filter)) {
      for (const { transactionHash, topics } of logs) {
        const ids = hashes.get(transactionHash) ?? new Set();
        hashes.set(transactionHash, ids.add(topics[1] as Hex));
      }
    }
  }
  const landed = new Map<Hex, Landed>();
  for (const [hash, ids] of hashes) {
    const receipt = await chain.node.request<ReceiptJson | null>("eth_getTransactionReceipt", [
      hash,
    ]);
    for (const id of ids) {
      const found = receipt === null ? null : readLanded(receipt, id);
      if (found !== null) landed.set(id, found);
    }
  }
  return { rows, landed };
}

async function comparePermissions(store: Store, chain: Chain, block: number) {
  const seen = { permissions: new Map<string, string>(), ends: new Map<string, string>() };
  for (let from = chain.config.permissionsFrom ?? 0; from <= block; from += MAX_BLOCKS) {
    const events = await fetchEvents(store, chain, from, Math.min(from + MAX_BLOCKS - 1, block));
    const { permissions, ends } = toRows(chain.id, events);
    for (const row of permissions) {
      if (!seen.permissions.has(row.id)) seen.permissions.set(row.id, serialize(row));
    }
    for (const row of ends) seen.ends.set(placeOf(row), serialize(row));
  }
  const kept = {
    permissions: await store.selectFrom("permissions").selectAll()
      .where("chain_id", "=", chain.id).where("block_number", "<=", block).execute(),
    ends: await store.selectFrom("permission_ends").selectAll()
      .where("chain_id", "=", chain.id).where("block_number", "<=", block).execute(),
  };
  return {
    seen: seen.permissions.size,
    differences: [
      ...differ("permissions", new Map(kept.permissions.map((row) => [row.id, serialize(row)])), {
        chain: seen.permissions,
      }),
      ...differ(
        "permission_ends",
        new Map(kept.ends.map((row) => [placeOf(row), serialize(row)])),
        {
          chain: seen.ends,
        },
      ),
    ],
  };
}

function differ(
  table: Difference["table"],
  kept: ReadonlyMap<string, string>,
  { chain }: { readonly chain: ReadonlyMap<string, string> },
): Difference[] {
  return [...new Set([...kept.keys(), ...chain.keys()])]
    .map((id) => ({ table, id, kept: kept.get(id) ?? null, chain: chain.get(id) ?? null }))
    .filter((each) => each.kept !== each.chain);
}

const placeOf = (row: { block_number: number; position: number }) =>
  `${row.block_number}:${row.position}`;

/** Serializes columns in a fixed order. */
function serialize(columns: object): string {
  return JSON.stringify(Object.entries(columns).toSorted(([a], [b]) => a < b ? -1 : 1));
}

function inclusion(found: Landed) {
  return {
    txHash: found.txHash,
    blockHash: found.blockHash,
    blockNumber: found.blockNumber,
    success: found.success,
    receipt: JSON.stringify(found.receipt),
  };
}

function storedInclusion(row: ReceiptRow): ReturnType<typeof inclusion> {
  return {
    txHash: row.tx_hash as Hex,
    blockHash: row.block_hash as Hex,
    blockNumber: row.block_number ?? 0,
    success: row.success === 1,
    receipt: row.receipt ?? "",
  };
}

async function readHead(chain: Chain): Promise<number> {
  return Number(await chain.node.request<Hex>("eth_blockNumber"));
}
