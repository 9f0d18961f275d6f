/** Records which operations landed, and searches them. @module */
import type { Hex } from "viem";
import type { Landed } from "../../chain/node/events.ts";
import { isIncluded } from "./operations.ts";
import {
  addPermissions,
  type PermissionRows,
  permissionsReadTo,
  unreadPermissionsFrom,
} from "./permissions.ts";
import type { OperationTable } from "../schema.ts";
import { inPortions } from "../batches.ts";
import { serially, subjects } from "../serially.ts";
import type { Store } from "../store.ts";
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

/** Returns the stored data of an included operation. */
export function inclusionOf(
  { txHash, blockHash, blockNumber, success, receipt }: Landed,
): Inclusion {
  return { txHash, blockHash, blockNumber, success, receipt: JSON.stringify(receipt) };
}

const none: PermissionRows = { permissions: [], ends: [] };

/**
 * Records that the chain includes the operation, together with its permissions: as soon as it is
 * reported as included, they are listed. Returns whether that is new; `always` overwrites.
 */
export function setIncluded(
  store: Store,
  id: string,
  seen: Inclusion,
  { always = false, also = () => Promise.resolve() }: {
    readonly always?: boolean;
    /** Writes other new data in the same transaction. */
    readonly also?: (tx: Store) => Promise<void>;
  } = {},
): Promise<boolean> {
  const { permissions = none } = seen;
  const [some] = [...permissions.permissions, ...permissions.ends];
  const names = some === undefined ? [] : [subjects.transfers(some.chain_id)];
  return serially(store, names, async (tx) => {
    if (!always && await isDisproved(tx, id, seen)) return false;
    if (!await includeOperation(tx, id, seen, always)) return false;
    await also(tx);
    if (some !== undefined && !await isIndexed(tx, some.chain_id, seen)) {
      await addPermissions(tx, permissions);
    }
    return true;
  });
}

/** Returns whether the follower has read another block in place of the operation's. */
async function isDisproved(
  tx: Store,
  id: string,
  { blockNumber, blockHash }: Inclusion,
): Promise<boolean> {
  const row = await tx.selectFrom("operations").select("chain_id").where("id", "=", id)
    .executeTakeFirst();
  const blocks = row === undefined ? [] : await lastBlocks(tx, row.chain_id);
  return blocks.some(({ number, hash }) => number === blockNumber && hash !== blockHash);
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
 * Returns whether the follower has read the operation's block and has the better data. If it has
 * read a different block in its place, one of them was replaced, and the next blocks are read
 * again.
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
 * Records that a reorganisation reverted the operation. It is pending again and waits for earlier
 * operations, which may be reverted too. Returns whether that is new.
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

/** Returns the operations of a chain among these hashes. */
export async function operationsAmong(
  store: Store,
  chainId: number,
  hashes: readonly string[],
): Promise<OperationTable[]> {
  const rows = await inPortions(
    hashes,
    (some) => store.selectFrom("operations").selectAll().where("id", "in", some).execute(),
  );
  return rows.filter(({ chain_id }) => chain_id === chainId);
}

/** Returns the operations that blocks of a chain include. `to` defaults to the newest block. */
export function includedIn(
  store: Store,
  chainId: number,
  { from, to = Number.MAX_SAFE_INTEGER }: { readonly from: number; readonly to?: number },
): Promise<OperationTable[]> {
  return store.selectFrom("operations").selectAll().where("chain_id", "=", chainId)
    .where(isIncluded).where("block_number", ">=", from).where("block_number", "<=", to)
    .execute();
}
