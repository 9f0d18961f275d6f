/**
 * Compares the database with a chain from its first relevant block on, and repairs differences. It
 * trusts no stored data except the operations' hashes and the accounts' addresses.
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
} from "../chain/node/events.ts";
import { readHeadBlock } from "./reading/evidence.ts";
import { createPace, fetchAll } from "./reading/backfill.ts";
import { readAll, readPart, rebuildIndex } from "./permissions/permission_index.ts";
import {
  type Inclusion,
  inclusionOf,
  setIncluded,
  setLost,
} from "../store/rows/included_operations.ts";
import type { ReceiptRow } from "../store/rows/operations.ts";
import type { PermissionRows } from "../store/rows/permissions.ts";
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
  /** Operations on the chain by hash. */
  readonly landed: ReadonlyMap<Hex, Landed>;
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
  const { number: block } = await readHeadBlock(chain);
  const [operations, permissions] = await Promise.all([
    compareOperations(store, chain, block),
    comparePermissions(store, chain, block),
  ]);
  return {
    block,
    operations: operations.kept,
    permissions: permissions.seen,
    foreign: operations.foreign,
    landed: operations.landed,
    differences: [...operations.differences, ...permissions.differences],
  };
}

/** Repairs differences: reads the permissions again, and corrects operations from the chain. */
export async function repair(
  store: Store,
  chain: Chain,
  { landed }: Report,
  differences: readonly Difference[],
): Promise<void> {
  if (differences.some(({ table }) => table !== "operations")) await rebuildIndex(store, chain);
  for (const { table, id } of differences) {
    if (table !== "operations") continue;
    const found = landed.get(id as Hex);
    if (found === undefined) await setLost(store, id);
    else await setIncluded(store, id, inclusionOf(found), { always: true });
  }
}

async function compareOperations(store: Store, chain: Chain, block: number) {
  const { rows, landed } = await scanOperations(store, chain, block);
  const differences: Difference[] = [];
  for (const row of rows.values()) {
    const found = landed.get(row.id as Hex);
    const chainSays = found === undefined
      ? null
      // The operation's data was deleted after some time, so there is no receipt to compare.
      : serialize({ ...inclusionOf(found), ...(row.receipt === null && { receipt: "" }) });
    const kept = row.state === "included" ? serialize(storedInclusion(row)) : null;
    if (kept !== chainSays) {
      differences.push({ table: "operations", id: row.id, kept, chain: chainSays });
    }
  }
  const foreign = [...landed.keys()].filter((id) => !rows.has(id)).length;
  return { kept: rows.size, foreign, landed, differences };
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
  const [stored, found] = [createPlaces(), createPlaces()];
  const pace = createPace();
  for (let from = 0; from <= block;) {
    const part = await readPart(store, chain, { from, to: block }, pace);
    stored.add(part.stored);
    found.add(part.found);
    from = part.to + 1;
  }
  return {
    seen: found.permissions.size,
    differences: [
      ...differ("permissions", stored.permissions, { chain: found.permissions }),
      ...differ("permission_ends", stored.ends, { chain: found.ends }),
    ],
  };
}

/** Serialized rows by permission id, and by place; the first grant of a permission counts. */
function createPlaces() {
  const permissions = new Map<string, string>();
  const ends = new Map<string, string>();
  return {
    permissions,
    ends,
    add(rows: PermissionRows) {
      for (const row of rows.permissions.toSorted((a, b) => a.block_number - b.block_number)) {
        if (!permissions.has(row.id)) permissions.set(row.id, serialize(row));
      }
      for (const row of rows.ends) ends.set(`${row.block_number}:${row.position}`, serialize(row));
    },
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

/** Serializes columns in a fixed order. */
function serialize(columns: object): string {
  return JSON.stringify(Object.entries(columns).toSorted(([a], [b]) => a < b ? -1 : 1));
}

function storedInclusion(row: ReceiptRow): Inclusion {
  return {
    txHash: row.tx_hash as Hex,
    blockHash: row.block_hash as Hex,
    blockNumber: row.block_number ?? 0,
    success: row.success === 1,
    receipt: row.receipt ?? "",
  };
}
