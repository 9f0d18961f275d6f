/** Tells whether this process can do its work, and, apart from that, how the chains are. @module */
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import type { Cause } from "../../core/protocol/errors.ts";
import type { Bundler } from "../chain/bundler.ts";
import { toldFailure } from "../chain/failure.ts";
import type { Context } from "../main/context.ts";
import { monotonic } from "../lib/monotonic.ts";
import { databaseDeadline } from "../lib/deadline.ts";
import { takeLease } from "../store/leases.ts";

/** Whether the process is ready: what it needs for every request. */
export interface Readiness {
  /** True if everything is up. */
  readonly ok: boolean;
  /** True if the database takes writes. */
  readonly database: boolean;
}

/** State of a chain. */
export interface ChainHealth {
  /** Chain id. */
  readonly id: number;
  /** True if a node answers and has what is needed, and the bundler serves our EntryPoint. */
  readonly ok: boolean;
  /** Cause if it is down. */
  readonly error?: Cause;
  /** Which nodes were well when they were asked last, in the order of the configuration. */
  readonly nodes: readonly boolean[];
  /** True if the bundler answers and serves our EntryPoint: without it nothing can be sent. */
  readonly bundler: boolean;
}

/**
 * Checks the process. A chain that is down is no reason to take a process out of service: it answers
 * for all others, and no other process would do better.
 */
export async function readiness({ store }: Pick<Context, "store">): Promise<Readiness> {
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

/** Milliseconds for which a look is used again: anyone can ask. */
const LOOK_MS = 200;
/** Last looks: however many ask, a database that hangs holds few connections. */
const looks = new WeakMap<Context["store"], { work: Promise<unknown>; ended: number }>();

/** Time for which a result is told again. */
const TTL_MS = 5_000;

/** Creates the check of the chains, which asks each at most once in some seconds. */
export function createChainHealth(context: Context): () => Promise<readonly ChainHealth[]> {
  let known: { readonly at: number; readonly result: Promise<readonly ChainHealth[]> } | null =
    null;
  return () => {
    if (known === null || monotonic() - known.at >= TTL_MS) {
      known = { at: monotonic(), result: checkChains(context) };
    }
    return known.result;
  };
}

async function checkChains({ chains }: Context): Promise<readonly ChainHealth[]> {
  return await Promise.all([...chains.values()].map(async (chain): Promise<ChainHealth> => {
    const error = await chain.probe().then(() => chain.node.request("eth_blockNumber"))
      .then(() => null, (error) => toldFailure(error).data.cause);
    const bundler = await servesEntryPoint(chain.bundler);
    const nodes = chain.node.health();
    const ok = error === null && bundler;
    return { id: chain.id, ok, ...(error !== null && { error }), nodes, bundler };
  }));
}

/** Asks a bundler for its EntryPoints; the URL of a node, which would answer too, has none. */
async function servesEntryPoint(bundler: Bundler): Promise<boolean> {
  const served = await bundler.request("eth_supportedEntryPoints", []).catch(() => null);
  return Array.isArray(served) &&
    served.some((each) => String(each).toLowerCase() === ENTRY_POINT.toLowerCase());
}
