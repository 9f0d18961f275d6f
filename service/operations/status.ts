/** Reads the status of a bundle from the chain's events (EIP-5792). @module */
import { type Hex, numberToHex } from "viem";
import { AcctError } from "../../core/protocol/errors.ts";
import type { CallsStatusJson } from "../../core/protocol/service/mod.ts";
import type { CallsStatusChange } from "../../core/client/changes.ts";
import type { Chain } from "../chain/chain.ts";
import { readEffects } from "../chain/effects.ts";
import { findLanded, type Landed, readLanded, type ReceiptJson } from "../chain/events.ts";
import { findChain } from "../chain/find.ts";
import type { Context } from "../context.ts";
import { findOperation, setIncluded, setLost } from "../store/operations.ts";
import { addRights } from "../store/rights.ts";
import type { OperationTable } from "../store/schema.ts";
import { deriveChanges } from "./changes.ts";

/** Returns the status of the operation with this hash, or with this caller's id. */
export async function callsStatus(
  context: Context,
  wanted: Parameters<typeof findOperation>[1],
): Promise<CallsStatusJson> {
  const { id } = wanted;
  const row = await findOperation(context.store, wanted);
  if (row === undefined) throw new AcctError("unknown_bundle");
  const chain = findChain(context.chains, row.chain_id);
  const landed = await locate(chain, row);
  await recordInclusion(context, row, landed);
  const base = {
    version: "2.0.0",
    id,
    chainId: numberToHex(row.chain_id),
    atomic: true,
  } as const;
  if (landed === null) {
    return { ...base, status: row.state === "dropped" ? 400 : 100 };
  }
  if (!await deepEnough(chain, landed)) return { ...base, status: 100 };
  return { ...base, status: landed.success ? 200 : 500, receipts: [landed.receipt] };
}

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

/** Updates the row to match the chain. */
export async function recordInclusion(
  context: Context,
  row: OperationTable,
  landed: Landed | null,
): Promise<void> {
  if (landed === null) {
    if (row.state !== "included") return;
    if (!await setLost(context.store, row.id)) return;
    context.watcher.follow(row.chain_id);
    context.assets.drop(row.sender as Hex);
    context.hub.publish(statusChange(row, 100, null));
    return;
  }
  if (row.state === "included" && row.block_hash === landed.blockHash) return;
  // A request and the watcher may both see it; only one of them publishes.
  const isNews = await setIncluded(context.store, row.id, {
    txHash: landed.txHash,
    blockHash: landed.blockHash,
    blockNumber: landed.blockNumber,
    success: landed.success,
    receipt: JSON.stringify(landed.receipt),
  });
  context.settlement.wake(row.chain_id);
  if (!isNews) return;
  void context.relayer.relayAfter(row);
  // Drop cached balances first: a subscriber that asks at once must not get the old ones.
  const changes = deriveChanges(landed.sender, row.chain_id, landed.logs);
  for (const change of changes) {
    if (change.type === "assetsChanged") context.assets.drop(change.address);
  }
  if (landed.success) {
    const { rights } = readEffects(landed.sender, landed.logs);
    const { chain_id: chainId } = row;
    await addRights(context.store, {
      account: landed.sender,
      chainId,
      blockNumber: landed.blockNumber,
      rights,
    });
  }
  const status = landed.success ? 200 : 500;
  context.metrics.count("acct_settled_total", { chain: row.chain_id, status });
  context.hub.publish(statusChange(row, status, landed.txHash));
  for (const change of changes) context.hub.publish(change);
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

async function deepEnough(chain: Chain, landed: Landed): Promise<boolean> {
  const wanted = chain.config.confirmations ?? 0;
  if (wanted === 0) return true;
  const head = Number(await chain.node.request<Hex>("eth_blockNumber"));
  return head - landed.blockNumber >= wanted;
}
