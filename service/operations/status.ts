/** Reads the status of a bundle from the chain's events (EIP-5792). @module */
import { type Hex, isAddressEqual, numberToHex } from "viem";
import { AcctError } from "../../core/protocol/errors.ts";
import type { CallsStatusJson } from "../../core/protocol/service/mod.ts";
import type { CallsStatusChange } from "../../core/client/changes.ts";
import type { Chain } from "../chain/chain.ts";
import { readEffects } from "../chain/effects.ts";
import { findLanded, type Landed, readLanded, type ReceiptJson } from "../chain/events.ts";
import { findChain } from "../chain/find.ts";
import { operationRevertReason } from "../chain/revert.ts";
import type { Context } from "../main/context.ts";
import { permissionRows } from "../indexer/permission_logs.ts";
import { setIncluded, setLost } from "../store/included_operations.ts";
import { findOperation } from "../store/operations.ts";
import { addApprovals, addOwnTokens } from "../store/approvals.ts";
import type { OperationTable } from "../store/schema.ts";
import { knownAccounts } from "../store/transfers.ts";
import { isFollowed } from "../indexer/follow.ts";
import { deriveChanges } from "../indexer/changes.ts";
import { isFinal, isReverted, readHead } from "../indexer/evidence.ts";

/** Returns the status of the operation with this hash, or with this caller's id. */
export async function callsStatus(
  context: Context,
  wanted: Parameters<typeof findOperation>[1],
): Promise<CallsStatusJson> {
  const { id } = wanted;
  const row = await findOperation(context.store, wanted);
  if (row === undefined) throw new AcctError("unknown_bundle");
  const chain = findChain(context.chains, row.chain_id);
  const base = {
    version: "2.0.0",
    id,
    chainId: numberToHex(row.chain_id),
    atomic: true,
  } as const;
  const told = (success: boolean, receipt: Receipt): CallsStatusJson => {
    const reason = success ? undefined : operationRevertReason(receipt.logs);
    return {
      ...base,
      status: success ? 200 : 500,
      ...(reason !== undefined && { reason }),
      receipts: [receipt],
    };
  };
  const kept = row.state !== "included" || row.receipt === null
    ? null
    : () => told(row.success === 1, JSON.parse(row.receipt!));
  // A final one needs no node, and no node can take it back.
  if (kept !== null && isFinal(chain, row)) return kept();
  const landed = await locate(chain, row);
  await recordInclusion(context, row, landed);
  if (landed !== null) {
    const isDeep = await isDeepEnough(chain, landed.blockNumber);
    return isDeep ? told(landed.success, landed.receipt) : { ...base, status: 100 };
  }
  if (row.state !== "included") {
    return { ...base, status: row.state === "dropped" ? 400 : 100 };
  }
  // The node does not show it, and nothing else stands in its place: it only lags.
  if (kept === null || await isReverted(chain, row)) return { ...base, status: 100 };
  return await isDeepEnough(chain, row.block_number!) ? kept() : { ...base, status: 100 };
}

type Receipt = NonNullable<CallsStatusJson["receipts"]>[number];

/** Finds where the operation landed, using the recorded transaction only while it still holds. */
async function locate(chain: Chain, row: OperationTable): Promise<Landed | null> {
  if (row.tx_hash !== null) {
    const receipt = await chain.node.request<ReceiptJson | null>("eth_getTransactionReceipt", [
      row.tx_hash,
    ]);
    const landed = receipt === null ? null : readLanded(receipt, row.id as Hex);
    if (landed !== null) return landed;
  }
  return await findLanded(chain.node, row.id as Hex, numberToHex(row.from_block));
}

/**
 * Updates the row to match the chain. An included one stays so unless another block took the place of
 * its own.
 */
export async function recordInclusion(
  context: Context,
  row: OperationTable,
  landed: Landed | null,
): Promise<void> {
  if (landed === null) {
    if (row.state !== "included") return;
    const chain = findChain(context.chains, row.chain_id);
    if (!await isReverted(chain, row) || !await setLost(context.store, row.id)) return;
    context.watcher.follow(row.chain_id);
    context.assets.drop(row.sender as Hex);
    context.hub.publish(statusChange(row, 100, null));
    return;
  }
  // States from before this block are too old from now on.
  findChain(context.chains, row.chain_id).heads
    .see({ number: landed.blockNumber, hash: landed.blockHash });
  if (row.state === "included" && row.block_hash === landed.blockHash) return;
  // A request and the watcher may both see it; only one of them publishes.
  const isNews = await setIncluded(context.store, row.id, {
    txHash: landed.txHash,
    blockHash: landed.blockHash,
    blockNumber: landed.blockNumber,
    success: landed.success,
    receipt: JSON.stringify(landed.receipt),
    permissions: permissionRows(row.chain_id, landed.logs),
  });
  if (!isNews) return;
  void context.relayer.relayAfter(row);
  context.transfers.wake(row.chain_id);
  // Drop cached balances first: a subscriber that asks at once must not get the old ones.
  const changes = deriveChanges(landed.sender, row.chain_id, landed.logs);
  for (const change of changes) {
    if (change.type === "assetsChanged") context.assets.drop(change.address);
  }
  if (landed.success) {
    const { approvals, changes } = readEffects(landed.sender, landed.logs);
    const place = {
      account: landed.sender,
      chainId: row.chain_id,
      blockNumber: landed.blockNumber,
    };
    const tokens = [...changes].flatMap(([token, delta]) =>
      token !== null && delta > 0n ? [token] : []
    );
    await addApprovals(context.store, { ...place, approvals });
    await addOwnTokens(context.store, { ...place, tokens });
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

async function isDeepEnough(chain: Chain, block: number): Promise<boolean> {
  const wanted = chain.config.confirmations ?? 0;
  if (chain.heads.top() - block >= wanted) return true;
  return await readHead(chain) - block >= wanted;
}
