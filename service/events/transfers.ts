/**
 * Follows changes of subscribed accounts that did not come from this service: token transfers, and
 * permissions that are granted, used or ended. It polls only while there are subscribers.
 *
 * @module
 */
import { erc20Abi, type Hex, numberToHex, pad, toEventSelector } from "viem";
import { contracts } from "../../core/chain/contracts.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import type { Chain } from "../chain/chain.ts";
import type { LogJson } from "../chain/events.ts";
import { NodeError } from "../chain/node.ts";
import type { Context } from "../context.ts";
import { deriveChanges } from "../operations/changes.ts";
import { findOwnTransactions } from "../store/included_operations.ts";

/** Follows the logs of all chains. */
export interface TransferFollower {
  /** Starts polling after a new subscription. */
  wake(): void;
  /** Stops; resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/** Interval between polls. */
const POLL_INTERVAL_MS = 2_000;
/** Blocks per poll; after a longer pause the rest is skipped, because these events are hints. */
const MAX_BLOCKS = 500;
/** Accounts per request: nodes limit the alternatives of a topic. */
const MAX_TOPICS = 100;

const TRANSFER = toEventSelector(
  erc20Abi.find((item) => item.type === "event" && item.name === "Transfer") as Parameters<
    typeof toEventSelector
  >[0],
);

/** Creates the follower. The context is read lazily, because it does not exist yet. */
export function createTransferFollower(context: () => Context): TransferFollower {
  const running = new Map<number, Promise<void>>();
  const wakers = new Set<() => void>();
  let stopped = false;

  async function run(chain: Chain): Promise<void> {
    let next: number | null = null;
    while (!stopped && context().hub.size() > 0) {
      try {
        next = await poll(context(), chain, next);
      } catch (error) {
        // A node that is down, or refuses the request, is asked again later.
        if (!(error instanceof AcctError || error instanceof NodeError)) {
          context().log("error", "transfers", { chain: chain.id }, error);
        }
      }
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          wakers.delete(end);
          resolve();
        };
        const timer = setTimeout(end, POLL_INTERVAL_MS);
        wakers.add(end);
        if (stopped) end();
      });
    }
    running.delete(chain.id);
  }

  return {
    wake() {
      if (stopped) return;
      for (const chain of context().chains.values()) {
        if (!running.has(chain.id)) running.set(chain.id, run(chain));
      }
    },
    async stop() {
      stopped = true;
      for (const wake of wakers) wake();
      await Promise.all(running.values());
    },
  };
}

/** Polls the blocks from `next` on and emits changes; resolves with the block after them. */
async function poll(context: Context, chain: Chain, next: number | null): Promise<number> {
  const head = Number(await chain.reads.request<Hex>("eth_blockNumber"));
  if (next === null || head < next) return head + 1;
  const range = {
    fromBlock: numberToHex(Math.max(next, head - MAX_BLOCKS + 1)),
    toBlock: numberToHex(head),
  };
  const ask = (filter: object) =>
    chain.reads.request<LogJson[]>("eth_getLogs", [{ ...range, ...filter }]);
  const accounts = context.hub.addresses().map((address) => pad(address, { size: 32 }));
  const groups: Hex[][] = [];
  for (let at = 0; at < accounts.length; at += MAX_TOPICS) {
    groups.push(accounts.slice(at, at + MAX_TOPICS));
  }
  const logs = (await Promise.all([
    ask({ address: contracts.permissions }),
    ...groups.flatMap((group) => [
      ask({ topics: [TRANSFER, group] }),
      ask({ topics: [TRANSFER, null, group] }),
    ]),
  ])).flat();
  const unknown = await notOurs(context, logs);
  for (const change of deriveChanges(null, chain.id, unknown)) {
    if (change.type === "assetsChanged") context.assets.drop(change.address);
    // Other processes poll for their own subscribers.
    context.hub.emit(change);
  }
  return head + 1;
}

/** Removes logs of this service's operations, which were published when they landed. */
async function notOurs(context: Context, logs: readonly LogJson[]): Promise<LogJson[]> {
  const hashes = [...new Set(logs.map((log) => log.transactionHash))];
  const ours = await findOwnTransactions(context.store, hashes);
  return logs.filter((log) => !ours.has(log.transactionHash));
}
