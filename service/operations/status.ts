/**
 * Reads the status of a bundle from the database, as recorded by the follower of the chain
 * (EIP-5792).
 *
 * @module
 */
import { type Hex, numberToHex } from "viem";
import { AcctError } from "../../core/ground/errors.ts";
import type { CallsStatusJson } from "../../core/wire/calls_status.ts";
import type { Chain } from "../chain/chain.ts";
import { readLanded, type ReceiptJson } from "../chain/node/events.ts";
import { findChain } from "../chain/find.ts";
import { operationRevertReason } from "../chain/simulation/revert.ts";
import type { OperationsContext } from "./context.ts";
import { findOperation, type ReceiptRow } from "../store/rows/operations.ts";
import { lastBlocks } from "../store/rows/transfers.ts";

/** Returns the status of the operation with this hash, or with this caller's id. */
export async function callsStatus(
  context: Pick<OperationsContext, "store" | "chains">,
  wanted: Parameters<typeof findOperation>[1],
): Promise<CallsStatusJson> {
  const row = await findOperation(context.store, wanted);
  if (row === undefined) throw new AcctError("unknown_bundle");
  const chain = findChain(context.chains, row.chain_id);
  const base = {
    version: "2.0.0",
    id: wanted.id,
    chainId: numberToHex(row.chain_id),
    atomic: true,
  } as const;
  if (row.state === "dropped") return { ...base, status: 400 };
  if (row.state !== "included" || !await isDeepEnough(context.store, chain, row.block_number!)) {
    return { ...base, status: 100 };
  }
  const receipt = await receiptOf(chain, row);
  if (receipt === null) return { ...base, status: 100 };
  const success = row.success === 1;
  const reason = success ? undefined : operationRevertReason(receipt.logs);
  return {
    ...base,
    status: success ? 200 : 500,
    ...(reason !== undefined && { reason }),
    receipts: [receipt],
  };
}

type Receipt = NonNullable<CallsStatusJson["receipts"]>[number];

/** Returns the stored receipt; reads it from the chain after it was deleted. */
async function receiptOf({ node }: Chain, row: ReceiptRow): Promise<Receipt | null> {
  if (row.receipt !== null) return JSON.parse(row.receipt);
  const transaction = await node.request<ReceiptJson | null>("eth_getTransactionReceipt", [
    row.tx_hash,
  ]);
  return transaction && (readLanded(transaction, row.id as Hex)?.receipt ?? null);
}

/**
 * Returns whether the chain has the number of blocks after this one that the operator configured.
 */
async function isDeepEnough(
  store: OperationsContext["store"],
  { id, config: { confirmations = 0 } }: Chain,
  block: number,
): Promise<boolean> {
  if (confirmations === 0) return true;
  const [last] = await lastBlocks(store, id, 1);
  return last !== undefined && last.number - block >= confirmations;
}
