/** Records which operations the chain includes, and publishes it. @module */
import { type Hex, isAddressEqual, numberToHex } from "viem";
import type { CallsStatusChange } from "../../core/client/changes.ts";
import { readEffects } from "../chain/effects.ts";
import type { Landed } from "../chain/events.ts";
import { findChain } from "../chain/find.ts";
import { deriveChanges } from "../indexer/changes.ts";
import { isReverted } from "../indexer/evidence.ts";
import { isFollowed } from "../indexer/follow.ts";
import { permissionRows } from "../indexer/permission_logs.ts";
import type { Context } from "../main/context.ts";
import { addApprovals, addOwnTokens } from "../store/approvals.ts";
import {
  includeOperation,
  type Inclusion,
  setIncluded,
  setLost,
} from "../store/included_operations.ts";
import type { OperationTable } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { knownAccounts } from "../store/transfers.ts";

/**
 * Updates the row to match the chain. An included one stays so unless another block took the place of
 * its own.
 */
export async function recordInclusion(
  context: Context,
  row: OperationTable,
  landed: Landed | null,
): Promise<void> {
  const chain = findChain(context.chains, row.chain_id);
  if (landed === null) {
    if (row.state !== "included") return;
    if (!await isReverted(chain, row) || !await setLost(context.store, row.id)) return;
    publishLost(context, row);
    return;
  }
  // States from before this block are too old from now on.
  chain.heads.see({ number: landed.blockNumber, hash: landed.blockHash });
  if (row.state === "included" && row.block_hash === landed.blockHash) return;
  const permissions = permissionRows(row.chain_id, landed.logs);
  // A request and the follower may both see it; only one of them publishes.
  const isNews = await setIncluded(
    context.store,
    row.id,
    { ...inclusionOf(landed), permissions },
    { also: (tx) => addEffects(tx, row, landed) },
  );
  if (!isNews) return;
  // The block has more than this operation.
  context.transfers.wake(row.chain_id);
  await publishInclusion(context, row, landed);
}

/** Records the inclusion in the transaction of its block; returns whether that is new. */
export async function includeIn(tx: Store, row: OperationTable, landed: Landed): Promise<boolean> {
  const isNews = await includeOperation(tx, row.id, inclusionOf(landed));
  if (isNews) await addEffects(tx, row, landed);
  return isNews;
}

function inclusionOf(landed: Landed): Inclusion {
  return {
    txHash: landed.txHash,
    blockHash: landed.blockHash,
    blockNumber: landed.blockNumber,
    success: landed.success,
    receipt: JSON.stringify(landed.receipt),
  };
}

async function addEffects(
  tx: Store,
  row: OperationTable,
  { success, sender: account, logs, blockNumber }: Landed,
): Promise<void> {
  if (!success) return;
  const { approvals, changes } = readEffects(account, logs);
  const place = { account, chainId: row.chain_id, blockNumber };
  const tokens = [...changes].flatMap(([token, delta]) =>
    token !== null && delta > 0n ? [token] : []
  );
  await addApprovals(tx, { ...place, approvals });
  await addOwnTokens(tx, { ...place, tokens });
}

/** Publishes that an operation landed, and what it changed. */
export async function publishInclusion(
  context: Context,
  row: OperationTable,
  landed: Landed,
): Promise<void> {
  void context.relayer.relayAfter(row);
  // The account's next operations may wait for it.
  context.watcher.follow(row.chain_id);
  // Drop cached balances first: a subscriber that asks at once must not get the old ones.
  const changes = deriveChanges(landed.sender, row.chain_id, landed.logs);
  for (const change of changes) {
    if (change.type === "assetsChanged") context.assets.drop(change.address);
  }
  const later = await followedAccounts(context, landed.sender, row.chain_id, changes);
  const status = landed.success ? 200 : 500;
  context.metrics.count("acct_settled_total", { chain: row.chain_id, status });
  context.hub.publish(statusChange(row, status, landed.txHash));
  for (const change of changes) {
    const isLater = change.type === "assetsChanged" && later.has(change.address.toLowerCase());
    if (!isLater) context.hub.publish(change);
  }
}

/** Publishes that a reorganisation reverted an operation, and has it sent again. */
export function publishLost(context: Context, row: OperationTable): void {
  context.watcher.follow(row.chain_id);
  context.assets.drop(row.sender as Hex);
  context.hub.publish(statusChange(row, 100, null));
}

/** Returns the accounts, in lower case, that hear of their transfers once these are stored. */
async function followedAccounts(
  { chains, store }: Context,
  sender: Hex,
  chainId: number,
  changes: readonly { readonly type: string; readonly address: Hex }[],
): Promise<ReadonlySet<string>> {
  if (!isFollowed(findChain(chains, chainId))) return new Set();
  const others = changes.flatMap(({ type, address }) =>
    type === "assetsChanged" && !isAddressEqual(address, sender) ? [address.toLowerCase()] : []
  );
  return await knownAccounts(store, others);
}

/** Builds the event for subscribers. */
export function statusChange(
  row: OperationTable,
  status: 100 | 200 | 400 | 500,
  transactionHash: Hex | null,
): CallsStatusChange {
  return {
    type: "callsStatusChanged",
    address: row.sender as Hex,
    id: row.id as Hex,
    callerId: row.caller_id,
    chainId: numberToHex(row.chain_id),
    status,
    transactionHash,
  };
}
