/**
 * Follows what others do to the accounts that somebody listens to: tokens that come and go, and
 * permissions that are granted, used or ended, by whomever. It looks only while somebody listens.
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
import { changesOf } from "../operations/changes.ts";
import { findOwnTransactions } from "../store/operations.ts";

/** Follows the logs of all chains. */
export interface TransferFollower {
  /** Somebody listens. */
  wake(): void;
  /** Stops; resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/** Milliseconds between two looks. */
const EVERY = 2_000;
/** Blocks that are looked at; after a longer absence the rest is left out: these are hints. */
const RANGE = 500;
/** Accounts that one question names: what nodes allow as alternatives of a topic. */
const ALTERNATIVES = 100;

const TRANSFER = toEventSelector(
  erc20Abi.find((item) => item.type === "event" && item.name === "Transfer") as Parameters<
    typeof toEventSelector
  >[0],
);

/** Makes the follower; the context is read later, because it does not exist yet. */
export function createTransferFollower(context: () => Context): TransferFollower {
  const running = new Map<number, Promise<void>>();
  const wakers = new Set<() => void>();
  let stopped = false;

  async function run(chain: Chain): Promise<void> {
    let next: number | null = null;
    while (!stopped && context().hub.size() > 0) {
      try {
        next = await look(context(), chain, next);
      } catch (error) {
        // A node that is down, or that refuses the question, is asked again later.
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
        const timer = setTimeout(end, EVERY);
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

/** Looks at the blocks from `next` on and tells; resolves with the block after them. */
async function look(context: Context, chain: Chain, next: number | null): Promise<number> {
  const head = Number(await chain.reads.request<Hex>("eth_blockNumber"));
  if (next === null || head < next) return head + 1;
  const range = {
    fromBlock: numberToHex(Math.max(next, head - RANGE + 1)),
    toBlock: numberToHex(head),
  };
  const ask = (filter: object) =>
    chain.reads.request<LogJson[]>("eth_getLogs", [{ ...range, ...filter }]);
  const accounts = context.hub.addresses().map((address) => pad(address, { size: 32 }));
  const groups: Hex[][] = [];
  for (let at = 0; at < accounts.length; at += ALTERNATIVES) {
    groups.push(accounts.slice(at, at + ALTERNATIVES));
  }
  const logs = (await Promise.all([
    ask({ address: contracts.permissions }),
    ...groups.flatMap((group) => [
      ask({ topics: [TRANSFER, group] }),
      ask({ topics: [TRANSFER, null, group] }),
    ]),
  ])).flat();
  const unknown = await notOurs(context, logs);
  for (const change of changesOf(null, chain.id, unknown)) {
    if (change.type === "assetsChanged") context.assets.drop(change.address);
    // Other processes look for their own listeners.
    context.hub.tell(change);
  }
  return head + 1;
}

/** Without what operations of this service did: that was told when they landed. */
async function notOurs(context: Context, logs: readonly LogJson[]): Promise<LogJson[]> {
  const hashes = [...new Set(logs.map((log) => log.transactionHash))];
  const ours = await findOwnTransactions(context.store, hashes);
  return logs.filter((log) => !ours.has(log.transactionHash));
}
