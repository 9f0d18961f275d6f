/** Status of a bundle, from the chain's events (EIP-5792). @module */
import { type Hex, numberToHex } from "viem";
import { AcctError } from "../../core/protocol/errors.ts";
import type { CallsStatusJson } from "../../core/protocol/service/mod.ts";
import type { CallsStatusChange } from "../../core/client/changes.ts";
import type { Chain } from "../chain/chain.ts";
import { findLanded, type Landed, readLanded, type ReceiptJson } from "../chain/events.ts";
import { findChain } from "../chain/find.ts";
import type { Context } from "../context.ts";
import { findOperation, setIncluded, setLost } from "../store/operations.ts";
import type { OperationTable } from "../store/schema.ts";
import { settle } from "../sponsor/budget.ts";
import { changesOf } from "./changes.ts";

/** The status of the operation with this hash, or with this id of the caller. */
export async function callsStatus(
  context: Context,
  wanted: Parameters<typeof findOperation>[1],
): Promise<CallsStatusJson> {
  const { id } = wanted;
  const row = await findOperation(context.store, wanted);
  if (row === undefined) throw new AcctError("unknown_bundle");
  const chain = findChain(context.chains, row.chain_id);
  const landed = await look(chain, row);
  await note(context, row, landed);
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

/** Looks where the chain has the operation, trusting a remembered place only if it still holds. */
async function look(chain: Chain, row: OperationTable): Promise<Landed | null> {
  if (row.tx_hash !== null) {
    const receipt = await chain.node.request<ReceiptJson | null>("eth_getTransactionReceipt", [
      row.tx_hash,
    ]);
    const landed = receipt === null ? null : readLanded(receipt, row.id as Hex);
    if (landed !== null) return landed;
  }
  return await findLanded(chain.node, row.id as Hex, numberToHex(row.from_block));
}

/** Brings the row in line with the chain. */
export async function note(
  context: Context,
  row: OperationTable,
  landed: Landed | null,
): Promise<void> {
  if (landed === null) {
    if (row.state !== "included") return;
    if (!await setLost(context.store, row.id)) return;
    context.watcher.follow(row.chain_id);
    context.assets.drop(row.sender as Hex);
    context.hub.publish(changeOf(row, 100, null));
    return;
  }
  if (row.state === "included" && row.block_hash === landed.blockHash) return;
  // Whoever asks and the watcher may see it at once; one of them tells.
  const isNews = await setIncluded(context.store, row.id, {
    txHash: landed.txHash,
    blockHash: landed.blockHash,
    blockNumber: landed.blockNumber,
    success: landed.success,
    receipt: JSON.stringify(landed.receipt),
  });
  await settle(context.store, row.id, landed.actualGasCost);
  if (!isNews) return;
  // Balances are forgotten before anybody is told, or who asks at once would get the old ones.
  const changes = changesOf(landed.sender, row.chain_id, landed.logs);
  for (const change of changes) {
    if (change.type === "assetsChanged") context.assets.drop(change.address);
  }
  const status = landed.success ? 200 : 500;
  context.metrics.count("acct_settled_total", { chain: row.chain_id, status });
  context.hub.publish(changeOf(row, status, landed.txHash));
  for (const change of changes) context.hub.publish(change);
}

/** What those who listen are told. */
export function changeOf(
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
