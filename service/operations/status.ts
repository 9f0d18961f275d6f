/** Reads the status of a bundle from the chain's events (EIP-5792). @module */
import { type Hex, numberToHex } from "viem";
import { AcctError } from "../../core/protocol/errors.ts";
import type { CallsStatusJson } from "../../core/protocol/service/mod.ts";
import type { Chain } from "../chain/chain.ts";
import { findLanded, type Landed, readLanded, type ReceiptJson } from "../chain/events.ts";
import { findChain } from "../chain/find.ts";
import { operationRevertReason } from "../chain/revert.ts";
import type { Context } from "../main/context.ts";
import { findOperation } from "../store/operations.ts";
import type { OperationTable } from "../store/schema.ts";
import { isFinal, isReverted, readHead } from "../indexer/evidence.ts";
import { recordInclusion } from "./inclusion.ts";

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

async function isDeepEnough(chain: Chain, block: number): Promise<boolean> {
  const wanted = chain.config.confirmations ?? 0;
  if (chain.heads.top() - block >= wanted) return true;
  return await readHead(chain) - block >= wanted;
}
