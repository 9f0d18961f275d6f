/** `wallet_getCallsHistory`: lists an account's operations in pages. @module */
import { z } from "zod";
import { history } from "../store/operations.ts";
import type { OperationTable } from "../store/schema.ts";
import { method } from "./method.ts";
import { address, chainId } from "./shapes.ts";

const schema = z.strictObject({
  address,
  chainId: z.union([chainId, z.number().int().positive()]).optional(),
  index: z.number().int().min(0).optional(),
  limit: z.number().int().min(1).max(100).default(20),
  sort: z.enum(["asc", "desc"]).default("desc"),
});

/** Returns a page; pass the last item's `index` for the next one. */
export const walletGetCallsHistory = method(schema, async (context, _caller, params) => {
  const rows = await history(context.store, {
    sender: params.address,
    chainId: params.chainId === undefined ? undefined : Number(params.chainId),
    after: params.index,
    limit: params.limit,
    ascending: params.sort === "asc",
  });
  return rows.map((row) => ({
    id: row.id,
    index: row.idx,
    address: params.address,
    status: statusOf(row),
    timestamp: Math.floor(row.created_at / 1000),
    chainId: row.chain_id,
    transactionHash: row.tx_hash,
    ...(row.caller_id !== null && { callerId: row.caller_id }),
  }));
});

function statusOf(row: OperationTable): 100 | 200 | 500 {
  if (row.state !== "included") return 100;
  return row.success === 1 ? 200 : 500;
}
