/**
 * Follows each chain. Of all processes on a database one follows a chain, by a lease; it writes what it
 * reads and notifies the others, so that the load on the nodes does not grow with accounts, listeners
 * or processes.
 *
 * @module
 */
import { AcctError } from "../../core/protocol/errors.ts";
import type { Chain } from "../chain/chain.ts";
import { NodeError } from "../chain/node.ts";
import type { Context } from "../main/context.ts";
import { monotonic } from "../lib/monotonic.ts";
import { endLease, takeLease } from "../store/leases.ts";
import { look, metricsBehind, type Tries } from "./blocks.ts";
import type { BlockHandler } from "./handler.ts";
import { MAX_BLOCKS } from "./backfill.ts";

/** Follows the blocks of all chains. */
export interface TransferFollower {
  /** Starts; the handlers take part in reading each block. */
  start(handlers?: readonly BlockHandler[]): void;
  /** Polls a chain soon, and then often for some milliseconds: something is expected there. */
  wake(chainId: number, often?: number): void;
  /** Stops; resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/** Milliseconds between looks at a chain, and until a lease that is not renewed ends. */
const INTERVAL_MS = 2_000;
const LEASE_MS = 12_000;
/**
 * Milliseconds between looks at a chain that is woken: many may wait for the same block. After a look
 * that failed they are more, or those who wait would wear a sick node out.
 */
const WOKEN_MS = { well: 100, failed: 1_000 } as const;
/** Options of {@linkcode createTransferFollower}. */
export interface FollowerOptions {
  /** Milliseconds between looks at a chain; shorter in tests. */
  readonly interval?: number | undefined;
  /** Milliseconds until the lease of a process that ended without a word is over; shorter in tests. */
  readonly lease?: number | undefined;
  /**
   * Name of this process. Defaults to a random one. Where only one process can open the database, a
   * fixed name lets it continue immediately after a crash, whose lease is still there.
   */
  readonly holder?: string;
}

/** Creates the follower of a process that follows nothing; `wake` reaches those that do. */
export function remoteFollower(wake: (chainId: number) => void): TransferFollower {
  return { start() {}, wake, stop: () => Promise.resolve() };
}

/** Creates the follower. The context is read lazily, because it holds the follower. */
export function createTransferFollower(
  context: () => Context,
  { interval = INTERVAL_MS, lease = LEASE_MS, holder = crypto.randomUUID() }: FollowerOptions = {},
): TransferFollower {
  const stopped = new AbortController();
  const { signal } = stopped;
  const wakers = new Map<number, () => void>();
  /** Until when chains are polled often. */
  const often = new Map<number, number>();

  async function follow(chain: Chain, handlers: readonly BlockHandler[]): Promise<void> {
    const name = `transfers ${chain.id}`;
    const tries: Tries = { block: -1, count: 0, at: -Infinity, range: MAX_BLOCKS };
    let ticking: Promise<void> | null = null;
    let renewed = -Infinity;
    while (!signal.aborted) {
      let again = false;
      let woken: number = WOKEN_MS.well;
      try {
        const { store } = context();
        // A lease that was renewed a moment ago is not written for each of many polls.
        const isRecent = monotonic() - renewed < lease / 6;
        if (isRecent || await takeLease(store, name, lease, holder)) {
          if (!isRecent) renewed = monotonic();
          again = await look({ context: context(), chain, handlers, tries, interval, signal });
          // Beside the blocks: no account and no sum that takes long delays them.
          ticking ??= tick(chain, handlers).finally(() => ticking = null);
        } else {
          renewed = -Infinity;
          for (const metric of Object.values(metricsBehind)) {
            context().metrics.set(metric, { chain: chain.id }, 0);
          }
        }
      } catch (error) {
        woken = WOKEN_MS.failed;
        report(chain, error);
      }
      if (!again) await pause(chain.id, woken, renewed > -Infinity);
    }
    await ticking;
    await endLease(context().store, name, holder).catch(() => {});
  }

  async function tick(chain: Chain, handlers: readonly BlockHandler[]): Promise<void> {
    for (const each of handlers) {
      await each.tick?.(chain, signal).catch((error) => report(chain, error));
    }
  }

  /** Reports an error; a node that is down, or behind, is asked again later. */
  function report(chain: Chain, error: unknown): void {
    if (error instanceof AcctError || error instanceof NodeError) return;
    context().log("error", "transfers", { chain: chain.id }, error);
  }

  /** Waits for the next poll; at least for some time, if it is woken. */
  function pause(chainId: number, woken: number, isHolder: boolean): Promise<void> {
    const earliest = monotonic() + Math.min(woken, interval);
    const isOften = isHolder && monotonic() < (often.get(chainId) ?? 0);
    const most = isOften ? Math.min(interval, woken) : interval;
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        wakers.delete(chainId);
        signal.removeEventListener("abort", end);
        resolve();
      };
      let timer = setTimeout(end, most);
      wakers.set(chainId, () => {
        wakers.delete(chainId);
        clearTimeout(timer);
        timer = setTimeout(end, Math.max(0, earliest - monotonic()));
      });
      signal.addEventListener("abort", end);
      if (signal.aborted) end();
    });
  }

  let following: readonly Promise<void>[] = [];
  return {
    start(handlers = []) {
      following = [...context().chains.values()].map((chain) => follow(chain, handlers));
    },
    wake(chainId, ms = 0) {
      if (ms > 0) often.set(chainId, monotonic() + ms);
      wakers.get(chainId)?.();
    },
    async stop() {
      stopped.abort();
      await Promise.all(following);
    },
  };
}

/** Returns whether the operator has a chain's transfers followed. */
export function isFollowed({ config }: Pick<Chain, "config">): boolean {
  return config.transfers !== "off";
}
