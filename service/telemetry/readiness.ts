/** Reports process readiness and, separately, the health of each chain. @module */
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import type { Cause } from "../../core/ground/errors.ts";
import type { Bundler } from "../chain/node/bundler.ts";
import { toldFailure } from "../chain/node/failure.ts";
import type { TelemetryContext } from "./context.ts";
import { monotonic } from "../lib/monotonic.ts";
import { databaseDeadline } from "../lib/deadline.ts";
import { takeLease } from "../store/leases.ts";

/** Readiness of the process: everything needed for every request. */
export interface Readiness {
  /** True if everything is up. */
  readonly ok: boolean;
  /** True if the database accepts writes. */
  readonly database: boolean;
}

/** State of a chain. */
export interface ChainHealth {
  /** Chain id. */
  readonly id: number;
  /**
   * True if a node answers and has the required contracts, and the bundler serves our EntryPoint.
   */
  readonly ok: boolean;
  /** Cause if it is down. */
  readonly error?: Cause;
  /** Whether each node was healthy at its last request, in the order of the configuration. */
  readonly nodes: readonly boolean[];
  /** True if the bundler answers and serves our EntryPoint: without it no operation can be sent. */
  readonly bundler: boolean;
}

/**
 * Checks the process. A chain that is down is no reason to take a process out of service: it
 * answers for all others, and no other process would do better.
 */
export async function readiness({ store }: Pick<TelemetryContext, "store">): Promise<Readiness> {
  let look = looks.get(store);
  if (look === undefined || monotonic() - look.ended > LOOK_MS) {
    // A write: a demoted primary, or a full disk, still answers reads.
    look = { work: takeLease(store, "ready", 0, "any process"), ended: Infinity };
    looks.set(store, look);
    const end = () => look!.ended = monotonic();
    look.work.then(end, end);
  }
  const database = await databaseDeadline(look.work).then(() => true, () => false);
  return { ok: database, database };
}

/** Milliseconds for which a check is reused, because anyone can request it. */
const LOOK_MS = 200;
/**
 * Last checks: an unresponsive database blocks few connections, independent of the number of
 * requests.
 */
const looks = new WeakMap<TelemetryContext["store"], { work: Promise<unknown>; ended: number }>();

/** Milliseconds for which a result is reused. */
const TTL_MS = 5_000;

/** Creates the check of the chains. It sends each chain at most one request in some seconds. */
export function createChainHealth(
  context: TelemetryContext,
): () => Promise<readonly ChainHealth[]> {
  let known: { readonly at: number; readonly result: Promise<readonly ChainHealth[]> } | null =
    null;
  return () => {
    if (known === null || monotonic() - known.at >= TTL_MS) {
      known = { at: monotonic(), result: checkChains(context) };
    }
    return known.result;
  };
}

async function checkChains({ chains }: TelemetryContext): Promise<readonly ChainHealth[]> {
  return await Promise.all([...chains.values()].map(async (chain): Promise<ChainHealth> => {
    const error = await chain.probe().then(() => chain.node.request("eth_blockNumber"))
      .then(() => null, (error) => toldFailure(error).data.cause);
    const bundler = await servesEntryPoint(chain.bundler);
    const nodes = chain.node.health();
    const ok = error === null && bundler;
    return { id: chain.id, ok, ...(error !== null && { error }), nodes, bundler };
  }));
}

/** Requests a bundler's EntryPoints. The URL of a node, which would also answer, returns none. */
async function servesEntryPoint(bundler: Bundler): Promise<boolean> {
  const served = await bundler.request("eth_supportedEntryPoints", []).catch(() => null);
  return Array.isArray(served) &&
    served.some((each) => String(each).toLowerCase() === ENTRY_POINT.toLowerCase());
}
