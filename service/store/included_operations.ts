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
  { always = false }: { readonly always?: boolean } = {},
): Promise<boolean> {
  const { permissions = none } = seen;
  const [some] = [...permissions.permissions, ...permissions.ends];
  const names = some === undefined ? [] : [subjects.transfers(some.chain_id)];
  return serially(store, names, async (tx) => {
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
    if (some === undefined) return true;
    if (!await isIndexed(tx, some.chain_id, seen)) await addPermissions(tx, permissions);
    return true;
  });
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

/** Columns needed to compare an included operation with the chain. */
export type RecentOperation = Pick<OperationTable, "id" | "block_number" | "block_hash">;

/** Rows per query. */
const PAGE_SIZE = 500;

/** Yields the operations included after `since` (Unix milliseconds), newest first, in pages. */
export async function* recentlyIncluded(
  store: Store,
  chainId: number,
  since: number,
): AsyncGenerator<RecentOperation[]> {
  let last: { id: string; updated_at: number } | undefined;
  do {
    const rows = await store.selectFrom("operations")
      .select(["id", "block_number", "block_hash", "updated_at"])
      .where("chain_id", "=", chainId).where(isIncluded)
      .where("updated_at", ">", since)
      .$if(
        last !== undefined,
        (q) =>
          q.where((eb) =>
            eb(eb.refTuple("updated_at", "id"), "<", eb.tuple(last!.updated_at, last!.id))
          ),
      )
      .orderBy("updated_at", "desc").orderBy("id", "desc").limit(PAGE_SIZE).execute();
    if (rows.length > 0) yield rows;
    last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined;
  } while (last !== undefined);
}
