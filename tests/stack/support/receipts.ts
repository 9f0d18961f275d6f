/**
 * Waits for the receipt of a transaction, since a busy node answers before it has mined.
 *
 * @module
 */
import type { Hex } from "viem";
import { until } from "../../../scripts/stack/patience.ts";
import type { Node } from "../../../service/chain/node/node.ts";

/** Resolves with a transaction's receipt as soon as the transaction is in a block. */
export async function receiptOf<Receipt extends { readonly status: Hex }>(
  node: Pick<Node, "request">,
  hash: Hex,
): Promise<Receipt> {
  let receipt: Receipt | null = null;
  await until(`a receipt of ${hash}`, async () => {
    receipt = await node.request<Receipt | null>("eth_getTransactionReceipt", [hash]);
    return receipt !== null;
  });
  return receipt!;
}
