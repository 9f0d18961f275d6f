/** `wallet_getCallsHistory`: lists an account's operations in pages. @module */
import { walletGetCallsHistory as definition } from "../../core/protocol/service/methods/wallet_get_calls_history.ts";
import type { Hex } from "../../core/lib/hex.ts";
import type { OperationJson } from "../../core/wire/values.ts";
import { findChain } from "../chain/find.ts";
import { nearestInteger } from "../store/engine/integers.ts";
import { signedOperations } from "../store/rows/operation_data.ts";
import { history, type HistoryRow } from "../store/rows/operations.ts";
import { method } from "./method.ts";

/** Returns a page; pass the last item's `index` for the next one. */
export const walletGetCallsHistory = method(definition, async (context, _caller, params) => {
  if (params.chainId !== undefined) findChain(context.chains, params.chainId);
  const rows = await history(context.store, {
    sender: params.address,
    chainId: params.chainId,
    after: params.index === undefined ? undefined : nearestInteger(params.index),
    limit: params.limit,
    ascending: params.sort === "asc",
  });
  const calls = params.callData === true
    ? await signedOperations(context.store, rows.filter(isPublic).map(({ id }) => id))
    : undefined;
  return rows.map((row) => ({
    id: row.id as Hex,
    index: row.idx,
    address: params.address,
    status: statusOf(row),
    timestamp: Math.floor(row.created_at / 1000),
    chainId: row.chain_id,
    transactionHash: row.tx_hash as Hex | null,
    ...(row.caller_id !== null && { callerId: row.caller_id }),
    ...callDataOf(calls?.get(row.id)),
  }));
});

/** Maximum call data in a page of history, in hex characters: it is only used for labels. */
const MAX_NAMED_LENGTH = 16_386;

/** Returns true for an operation that is onchain; pending operations are not public yet. */
function isPublic({ state }: HistoryRow): boolean {
  return state === "included";
}

/** Returns the call data of a signed operation, or an empty object once it was deleted. */
function callDataOf(operation: string | undefined): { callData?: Hex } {
  if (operation === undefined) return {};
  const { callData } = JSON.parse(operation) as OperationJson;
  return callData.length <= MAX_NAMED_LENGTH ? { callData } : {};
}

function statusOf(row: HistoryRow): 100 | 200 | 500 {
  if (row.state !== "included") return 100;
  return row.success === 1 ? 200 : 500;
}
