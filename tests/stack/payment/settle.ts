/** Updates a service's ledger to the newest block of a chain. @module */
import { type Hex, numberToHex } from "viem";
import { returnExpired } from "../../../service/payment/ledger/return_expired.ts";
import { lastBlocks } from "../../../service/store/rows/transfers.ts";
import { until } from "../../../scripts/stack/patience.ts";
import type { Context } from "../../../service/main/service.ts";

/** Waits until the service has read the chain, and releases expired reservations. */
export async function settle(context: Context, chainId: number): Promise<void> {
  const { chains, store, follower } = context;
  const chain = chains.get(chainId)!;
  const head = Number(await chain.node.request<Hex>("eth_blockNumber"));
  await until(`block ${head} is read`, async () => {
    follower.wake(chainId);
    const [last] = await lastBlocks(store, chainId, 1);
    return last !== undefined && last.number >= head;
  });
  const { timestamp } = await chain.node.request<{ timestamp: Hex }>("eth_getBlockByNumber", [
    numberToHex(head),
    false,
  ]);
  await returnExpired(context, chain, { number: head, time: Number(timestamp) });
}
