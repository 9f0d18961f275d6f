/** Waits for transactions of a chain that mines a block per transaction. @module */
import {
  type Chain,
  type Client,
  type Hash,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  type Transport,
} from "viem";
import { getTransactionReceipt } from "viem/actions";
import { until } from "../../scripts/stack/patience.ts";

/** Actions that replace the same ones of viem. */
export type ReceiptActions = {
  waitForTransactionReceipt(args: { readonly hash: Hash }): Promise<TransactionReceipt>;
};

/**
 * Polls for a receipt. viem reads it once per block: without further blocks, it never finds a receipt
 * that the node stores after the block.
 */
export function receiptActions(client: Client<Transport, Chain | undefined>): ReceiptActions {
  return {
    async waitForTransactionReceipt({ hash }) {
      let receipt: TransactionReceipt | undefined;
      await until(`transaction ${hash} is mined`, async () => {
        receipt = await getTransactionReceipt(client, { hash }).catch((error) => {
          if (error instanceof TransactionReceiptNotFoundError) return undefined;
          throw error;
        });
        return receipt !== undefined;
      }, 5);
      return receipt!;
    },
  };
}
