/** Records which operations the chain includes or reverted, and publishes it. @module */
import { type Address, type Hex, isAddressEqual, numberToHex } from "viem";
import type { CallsStatusChange } from "../../core/client/events/changes.ts";
import { AcctError } from "../../core/ground/errors.ts";
import type { Chain } from "../chain/chain.ts";
import { readEffects } from "../chain/simulation/effects.ts";
import type { Landed } from "../chain/node/events.ts";
import { findChain } from "../chain/find.ts";
import type { AccountState } from "../chain/state.ts";
import { deriveChanges } from "../indexer/transfers/changes.ts";
import { isReverted } from "../indexer/reading/evidence.ts";
import { isFollowed } from "../indexer/follow.ts";
import { permissionRows } from "../indexer/permissions/permission_logs.ts";
import type { OperationsContext } from "./context.ts";
import { addApprovals, addOwnTokens } from "../store/rows/approvals.ts";
import {
  includeOperation,
  inclusionOf,
  setIncluded,
  setLost,
} from "../store/rows/included_operations.ts";
import { openOperations, settledFrom, type SignedRow } from "../store/rows/operations.ts";
import type { OperationTable } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { knownAccounts } from "../store/rows/transfers.ts";

/** Records an inclusion that was found before the follower read its block. */
export async function recordInclusion(
  context: OperationsContext,
  row: OperationTable,
  landed: Landed,
): Promise<void> {
  const chain = findChain(context.chains, row.chain_id);
  // States from before this block are too old from now on.
  chain.heads.see({ number: landed.blockNumber, hash: landed.blockHash });
  const permissions = permissionRows(row.chain_id, landed.logs);
  // The watcher and the follower may both find it; only one of them publishes.
  const isNews = await setIncluded(
    context.store,
    row.id,
    { ...inclusionOf(landed), permissions },
    { also: (tx) => addEffects(tx, row, landed) },
  );
  if (!isNews) return;
  // The block has more than this operation.
  context.follower.wake(row.chain_id);
  await publishInclusion(context, row, landed);
}

/** Records the inclusion in the transaction of its block; returns whether that is new. */
export async function includeIn(tx: Store, row: OperationTable, landed: Landed): Promise<boolean> {
  const isNews = await includeOperation(tx, row.id, inclusionOf(landed));
  if (isNews) await addEffects(tx, row, landed);
  return isNews;
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

/** Publishes an included operation and its changes. */
export async function publishInclusion(
  context: OperationsContext,
  row: OperationTable,
  landed: Landed,
): Promise<void> {
  void context.relayer.relayAfter(row);
  // The account's next operations may wait for it.
  context.watcher.follow(row.chain_id);
  // Drop cached balances first: a subscriber that reads immediately must not get the old ones.
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
export function publishLost(context: OperationsContext, row: OperationTable): void {
  context.watcher.follow(row.chain_id);
  context.assets.drop(row.sender as Hex);
  context.hub.publish(statusChange(row, 100, null));
}

/**
 * Returns the account's pending operations. Included operations with a nonce that is unused onchain
 * were reverted by a reorganisation that is not yet detected. They are pending again, so that the
 * next operation does not use their nonce.
 *
 * @throws {AcctError} `quote_changed` if the state is older than an operation that landed
 */
export async function readPending(
  context: OperationsContext,
  chain: Chain,
  sender: Address,
  state: Pick<AccountState, "sequences" | "block">,
): Promise<SignedRow[]> {
  const settled = await settledFrom(
    context.store,
    { chainId: chain.id, sender },
    [...state.sequences].map(([key, sequence]) => ({ key, sequence })),
  );
  for (const row of settled) {
    if (await isReverted(chain, row)) {
      if (await setLost(context.store, row.id)) publishLost(context, row);
      continue;
    }
    const { block_number: number, block_hash: hash } = row;
    if (number === null || hash === null || number <= state.block.number) continue;
    // The state is from before its block: no nonce can be chosen by it.
    chain.heads.see({ number, hash });
    throw new AcctError("quote_changed", { detail: "Another operation landed first." });
  }
  return await openOperations(context.store, chain.id, sender);
}

/**
 * Returns the accounts, in lower case, that are notified of their transfers once these are stored.
 */
async function followedAccounts(
  { chains, store }: OperationsContext,
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
