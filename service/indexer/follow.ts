/**
 * Follows each chain. Of all processes on a database, only the process with the lease follows a chain. It
 * writes the blocks and notifies the other processes, so that the load on the nodes does not grow
 * with accounts, listeners or processes.
 *
 * @module
 */
import { AcctError } from "../../core/ground/errors.ts";
import type { Chain } from "../chain/chain.ts";
import { NodeError } from "../chain/node/node.ts";
import type { IndexerContext } from "./reading/context.ts";
import { monotonic } from "../lib/monotonic.ts";
import { endLease, takeLease } from "../store/leases.ts";
import { look, metricsBehind, type Tries } from "./blocks.ts";
import type { BlockHandler } from "./reading/handler.ts";
import { createPace } from "./reading/backfill.ts";

/** Follows the blocks of all chains. */
export interface BlockFollower {
  /** Starts; the handlers take part in reading each block. */
  start(handlers?: readonly BlockHandler[]): void;
  /** Polls a chain soon. */
  wake(chainId: number): void;
  /**
   * Polls a chain often while an operation is pending; `age` is its age in milliseconds, or null.
   */
  hurry(chainId: number, age: number | null): void;
  /** Stops. Resolves when all work has stopped. */
  stop(): Promise<void>;
}

/** Milliseconds between polls of a chain, and until a lease that is not renewed expires. */
const INTERVAL_MS = 2_000;
const LEASE_MS = 12_000;
/**
 * Milliseconds between polls of a chain that is woken. After a failed poll they are more, so that
 * the service does not overload a faulty node.
 */
const WOKEN_MS = { well: 100, failed: 1_000 } as const;
/** The first pauses after an operation was sent: it may be in a block within milliseconds. */
const FIRST_MS = [10, 20, 40] as const;
/** Age up to which a pending operation is expected in the next blocks. */
const FRESH_MS = 30_000;
/** Options of {@linkcode createBlockFollower}. */
export interface FollowerOptions {
  /** Milliseconds between polls of a chain; shorter in tests. */
  readonly interval?: number | undefined;
  /** Milliseconds until the lease of a crashed process expires; shorter in tests. */
  readonly lease?: number | undefined;
  /**
   * Name of this process. Defaults to a random one. If only one process can open the database, a
   * fixed name lets it continue immediately after a crash, because the lease of the crashed process
   * is its own.
   */
  readonly holder?: string;
}

/**
 * Creates the follower of a process that follows no chain. `wake` notifies the processes that do.
 */
export function remoteFollower(wake: (chainId: number) => void): BlockFollower {
  return { start() {}, wake, hurry() {}, stop: () => Promise.resolve() };
}

/** Creates the follower. */
export function createBlockFollower(
  context: IndexerContext,
  { interval = INTERVAL_MS, lease = LEASE_MS, holder = crypto.randomUUID() }: FollowerOptions = {},
): BlockFollower {
  const stopped = new AbortController();
  const { signal } = stopped;
  const wakers = new Map<number, () => void>();
  const pending = new Map<number, Pending>();

  async function follow(chain: Chain, handlers: readonly BlockHandler[]): Promise<void> {
    const name = `transfers ${chain.id}`;
    const tries: Tries = { count: 0, pace: createPace() };
    let ticking: Promise<void> | null = null;
    let renewed = -Infinity;
    while (!signal.aborted) {
      let again = false;
      let woken: number = WOKEN_MS.well;
      try {
        const { store } = context;
        // A lease that was renewed a moment ago is not written for each of many polls.
        const isRecent = monotonic() - renewed < lease / 6;
        if (isRecent || await takeLease(store, name, lease, holder)) {
          if (!isRecent) renewed = monotonic();
          again = await look({ context, chain, handlers, tries, signal });
          // Runs concurrently with the blocks, so that a slow account or total does not delay them.
          ticking ??= tick(chain, handlers).finally(() => ticking = null);
        } else {
          renewed = -Infinity;
          for (const metric of Object.values(metricsBehind)) {
            context.metrics.set(metric, { chain: chain.id }, 0);
          }
        }
      } catch (error) {
        woken = WOKEN_MS.failed;
        report(chain, error);
      }
      if (!again) await pause(chain.id, woken, renewed > -Infinity);
    }
    await ticking;
    await endLease(context.store, name, holder).catch(() => {});
  }

  async function tick(chain: Chain, handlers: readonly BlockHandler[]): Promise<void> {
    for (const each of handlers) {
      await each.tick?.(chain, signal).catch((error) => report(chain, error));
    }
  }

  /** Reports an error; an unreachable or lagging node is queried again later. */
  function report(chain: Chain, error: unknown): void {
    if (error instanceof AcctError || error instanceof NodeError) return;
    context.log("error", "transfers", { chain: chain.id }, error);
  }

  /** Waits for the next poll; at least for some time, if it is woken. */
  function pause(chainId: number, woken: number, isHolder: boolean): Promise<void> {
    const found = isHolder ? pending.get(chainId) : undefined;
    const { least, most } = pauseOf(found, { woken, interval });
    const earliest = monotonic() + least;
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
      following = [...context.chains.values()].map((chain) => follow(chain, handlers));
    },
    wake: (chainId) => wakers.get(chainId)?.(),
    hurry(chainId, age) {
      if (age === null) return void pending.delete(chainId);
      const known = pending.get(chainId);
      const sent = monotonic() - age;
      // The clocks of the two calls differ by less than a millisecond.
      if (known !== undefined && sent < known.sent + 1) return;
      pending.set(chainId, { sent, polls: known?.polls ?? 0 });
      wakers.get(chainId)?.();
    },
    async stop() {
      stopped.abort();
      await Promise.all(following);
    },
  };
}

/** When the newest pending operation of a chain was sent, and the polls since the first was. */
interface Pending {
  readonly sent: number;
  polls: number;
}

/** Chooses the pause before the next poll, and the shortest one if the chain is woken. */
function pauseOf(
  pending: Pending | undefined,
  { woken, interval }: { readonly woken: number; readonly interval: number },
): { readonly least: number; readonly most: number } {
  const age = pending === undefined ? Infinity : monotonic() - pending.sent;
  if (age >= FRESH_MS) return { least: Math.min(woken, interval), most: interval };
  const first = woken === WOKEN_MS.well ? FIRST_MS[pending!.polls++] : undefined;
  const least = Math.min(first ?? woken, interval);
  // A tenth of the waiting time: chains with slow blocks are polled less often.
  return { least, most: Math.min(Math.max(least, first ?? age / 10), interval) };
}

/** Returns whether the operator has a chain's transfers followed. */
export function isFollowed({ config }: Pick<Chain, "config">): boolean {
  return config.transfers !== "off";
}
