/** Records which operations landed, and searches them. @module */
import type { Hex } from "viem";
import { isIncluded } from "./operations.ts";
import {
  addPermissions,
  type PermissionRows,
  permissionsReadTo,
  unreadPermissionsFrom,
} from "./permissions.ts";
import type { OperationTable } from "./schema.ts";
import { serially, subjects } from "./serially.ts";
import type { Store } from "./store.ts";
import { lastBlocks } from "./transfers.ts";

/** Stored receipt of an operation. */
export interface Inclusion {
  readonly txHash: Hex;
  readonly blockHash: Hex;
  readonly blockNumber: number;
  readonly success: boolean;
  readonly receipt: string;
  /** Permissions that it granted and revoked. */
  readonly permissions?: PermissionRows;
}

const none: PermissionRows = { permissions: [], ends: [] };

/**
 * Records that the chain includes the operation, and its permissions with it: where it is told that it
 * landed, they are listed. Returns whether that is new; `always` overwrites.
 */
export function setIncluded(
  store: Store,
  id: string,
  seen: Inclusion,
  { always = false, also = () => Promise.resolve() }: {
    readonly always?: boolean;
    /** Writes what else is new then. */
    readonly also?: (tx: Store) => Promise<void>;
  } = {},
): Promise<boolean> {
  const { permissions = none } = seen;
  const [some] = [...permissions.permissions, ...permissions.ends];
  const names = some === undefined ? [] : [subjects.transfers(some.chain_id)];
  return serially(store, names, async (tx) => {
    if (!await includeOperation(tx, id, seen, always)) return false;
    await also(tx);
    if (some !== undefined && !await isIndexed(tx, some.chain_id, seen)) {
      await addPermissions(tx, permissions);
    }
    return true;
  });
}

/** Records the inclusion alone, without permissions; returns whether that is new. */
export async function includeOperation(
  tx: Store,
  id: string,
  seen: Inclusion,
  always = false,
): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable("operations").set({
    state: "included",
    reason: null,
    tx_hash: seen.txHash,
    block_hash: seen.blockHash,
    block_number: seen.blockNumber,
    success: seen.success ? 1 : 0,
    updated_at: Date.now(),
  }).where("id", "=", id)
    .$if(
      !always,
      (q) =>
        q.where((eb) =>
          eb.or([eb("state", "<>", "included"), eb("block_hash", "<>", seen.blockHash)])
        ),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx.updateTable("operation_data").set({ receipt: seen.receipt }).where("id", "=", id)
    .execute();
  return true;
}

/**
 * Returns whether the follower has read the block of an operation, and knows better. Where it has read
 * another one in its place, one of them was replaced: what comes after is read again.
 */
async function isIndexed(
  tx: Store,
  chainId: number,
  { blockNumber, blockHash }: Inclusion,
): Promise<boolean> {
  const blocks = await lastBlocks(tx, chainId);
  const [last] = blocks;
  if (last === undefined || last.number < blockNumber) return false;
  const same = blocks.find(({ number }) => number === blockNumber);
  const isOther = same !== undefined && same.hash !== blockHash;
  if (isOther) await unreadPermissionsFrom(tx, chainId, blockNumber);
  return !isOther && (await permissionsReadTo(tx, chainId) ?? -1) >= blockNumber;
}

/**
 * Records that a reorganisation reverted the operation: it is pending again and waits for earlier
 * ones, which may be reverted as well. Returns whether that is new.
 */
export async function setLost(store: Store, id: string): Promise<boolean> {
  const { numUpdatedRows } = await store.updateTable("operations").set({
    state: "held",
    tx_hash: null,
    block_hash: null,
    block_number: null,
    success: null,
    updated_at: Date.now(),
  }).where("id", "=", id).where("state", "=", "included").executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Rows per query. */
const PORTION = 500;

/** Returns the operations of a chain among these hashes. */
export async function operationsAmong(
  store: Store,
  chainId: number,
  hashes: readonly string[],
): Promise<OperationTable[]> {
  const found: OperationTable[] = [];
  for (let at = 0; at < hashes.length; at += PORTION) {
    const rows = await store.selectFrom("operations").selectAll()
      .where("id", "in", hashes.slice(at, at + PORTION)).execute();
    found.push(...rows.filter(({ chain_id }) => chain_id === chainId));
  }
  return found;
}

/** Returns the operations included at this height or later that were recorded since some time. */
export function includedSince(
  store: Store,
  chainId: number,
  { block, time }: { readonly block: number; readonly time: number },
): Promise<OperationTable[]> {
  return store.selectFrom("operations").selectAll().where("chain_id", "=", chainId)
    .where(isIncluded).where("updated_at", ">", time).where("block_number", ">=", block)
    .execute();
}
