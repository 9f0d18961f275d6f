/**
 * Sends operations that wait for others, resends operations that a bundler forgot or a
 * reorganisation reverted, and drops operations that can never land. The follower of the chain
 * finds included operations. It is idle while nothing is pending.
 *
 * @module
 */
import { type Hex, numberToHex } from "viem";
import type { AccountJson, OperationJson } from "../../core/wire/values.ts";
import { bundlerCodes, BundlerError } from "../chain/node/bundler.ts";
import type { Chain } from "../chain/chain.ts";
import { findLanded, findLandedAmong, type Landed } from "../chain/node/events.ts";
import { isChainFailure } from "../chain/node/failure.ts";
import { readState } from "../chain/state.ts";
import type { OperationsContext } from "./context.ts";
import {
  dropOperation,
  lockForResend,
  markUncertain,
  openOperations,
  requeue,
  type SignedRow,
  touchUpdatedAt,
} from "../store/rows/operations.ts";
import { splitNonce } from "../entry_point/codec.ts";
import { readPending, recordInclusion, statusChange } from "./inclusion.ts";
import type { BlockFollower } from "../indexer/follow.ts";
import { findNonceUser } from "../indexer/reading/evidence.ts";
import { monotonic } from "../lib/monotonic.ts";

/** Follows the pending operations of all chains. */
export interface Watcher {
  /** Checks the chain soon, and again until none of its operations is pending. */
  follow(chainId: number): void;
  /** Stops. Resolves when all work has stopped. */
  stop(): Promise<void>;
}

/** Parts that the watcher uses. */
interface WatcherContext extends OperationsContext {
  readonly follower: Pick<BlockFollower, "hurry" | "wake">;
}

/** Pauses between checks in milliseconds; they grow without progress. */
const PAUSES_MS = [10, 50, 200, 500, 1000] as const;
/**
 * Time for which a bundler may have an operation before the service checks whether it still has it.
 */
const RESEND_AFTER_MS = 3_000;
/**
 * Milliseconds between searches of the chain for operations that have been pending for some time.
 * The follower may not have read their block yet, or a node omitted their events.
 */
const SEARCH_MS = 10_000;

/** Interval of checks for operations that another process left pending. */
const PATROL_INTERVAL_MS = 5_000;

/**
 * Creates the watcher. The context is read lazily, because it contains the watcher itself.
 *
 * @param options.patrol whether other processes share the database: checks regularly for operations
 * that one of them left pending
 */
export function createWatcher(
  parts: Omit<WatcherContext, "watcher">,
  { patrol = false }: { readonly patrol?: boolean } = {},
): Watcher {
  const loops = new Map<number, { pause: number; wake: () => void; done: Promise<void> }>();
  const stopped = new AbortController();
  const context: WatcherContext = { ...parts, watcher: { follow } };

  async function run(chain: Chain): Promise<void> {
    const loop = () => loops.get(chain.id)!;
    let searched = -Infinity;
    let before = 0;
    while (!stopped.signal.aborted) {
      let open = 1;
      try {
        const searches = monotonic() - searched >= SEARCH_MS;
        if (searches) searched = monotonic();
        open = await checkPending(context, chain, searches);
        // Operations do not wait a long pause for an operation that has just landed.
        if (open < before) loop().pause = 0;
        before = open;
      } catch (error) {
        // The node or the database is unreachable. Both recover, and the work here is not urgent
        // until then.
        if (!isChainFailure(error)) {
          context.log("error", "operations", { chain: chain.id }, error);
        }
      }
      if (open === 0 && loop().pause > 0) break;
      const pause = PAUSES_MS[Math.min(loop().pause++, PAUSES_MS.length - 1)];
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
        loop().wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    loops.delete(chain.id);
  }

  const patrolling = patrol
    ? setInterval(() => {
      for (const chainId of context.chains.keys()) if (!loops.has(chainId)) follow(chainId);
    }, PATROL_INTERVAL_MS)
    : undefined;

  function follow(chainId: number): void {
    const chain = context.chains.get(chainId);
    if (chain === undefined || stopped.signal.aborted) return;
    const running = loops.get(chainId);
    if (running !== undefined) {
      running.pause = 0;
      running.wake();
      return;
    }
    const loop = { pause: 0, wake: () => {}, done: Promise.resolve() };
    loops.set(chainId, loop);
    loop.done = run(chain);
  }

  return {
    follow,
    async stop() {
      stopped.abort();
      clearInterval(patrolling);
      const running = [...loops.values()];
      for (const loop of running) loop.wake();
      await Promise.all(running.map((loop) => loop.done));
    },
  };
}

/** Creates a watcher for a process that follows no chain and notifies the processes that do. */
export function remoteWatcher(ask: (chainId: number) => void): Watcher {
  return { follow: ask, stop: () => Promise.resolve() };
}

/** Checks pending operations. Resolves with the number of remaining ones. */
async function checkPending(
  context: WatcherContext,
  chain: Chain,
  searches: boolean,
): Promise<number> {
  const rows = await openOperations(context.store, chain.id);
  const ages = rows.map((row) => Date.now() - row.created_at);
  context.follower.hurry(chain.id, ages.length === 0 ? null : Math.min(...ages));
  const old = searches ? rows.filter((_, index) => ages[index]! >= SEARCH_MS) : [];
  const landedNow = await findRecentlyLanded(chain, old);
  const next = nextOf(rows);
  const left = await Promise.all(rows.map(async (row) => {
    const landed = landedNow.get(row.id as Hex);
    if (landed !== undefined) {
      await recordInclusion(context, row, landed);
      return false;
    }
    try {
      // Only the first of a nonce key can land.
      if (row.state === "held") return !next.has(row) || await advance(context, chain, row);
      return Date.now() - row.updated_at < RESEND_AFTER_MS ||
        await checkBundler(context, chain, row);
    } catch (error) {
      // An operation that cannot be checked now does not delay the others.
      if (!isChainFailure(error)) throw error;
      return true;
    }
  }));
  return left.filter(Boolean).length;
}

/** Returns the first pending operation of each account and nonce key. */
function nextOf(rows: readonly SignedRow[]): ReadonlySet<SignedRow> {
  const first = new Map<string, SignedRow>();
  for (const row of rows) {
    const name = `${row.sender} ${row.nonce_key}`;
    const other = first.get(name);
    if (other === undefined || row.nonce_sequence < other.nonce_sequence) first.set(name, row);
  }
  return new Set(first.values());
}

/** Blocks searched each time: nodes reject wider ranges. */
const MAX_BLOCKS = 2_000;

/** Finds the operations that landed in the last blocks. */
async function findRecentlyLanded(
  chain: Chain,
  rows: readonly SignedRow[],
): Promise<ReadonlyMap<Hex, Landed>> {
  if (rows.length === 0) return new Map();
  const latest = Number(await chain.node.request<Hex>("eth_blockNumber"));
  const head = Math.max(latest, chain.heads.top());
  // Older operations, which landed while no process watched, are found when they are sent again.
  const from = Math.max(0, head - MAX_BLOCKS, Math.min(...rows.map((row) => row.from_block)));
  return await findLandedAmong(chain.node, rows.map((row) => row.id as Hex), numberToHex(from));
}

/** Why a waiting operation is dropped, and how long that must have been true. */
const NEVER_LANDED = "The operation that this one waited for never landed.";
const CERTAIN_AFTER_MS = 1_500;
/**
 * Minimum milliseconds for which a nonce must have been used without an event that names the
 * operation.
 */
const UNEXPLAINED_MS = 10 * 60_000;

/** Sends a waiting operation at its turn; drops it if its turn never comes. */
async function advance(context: OperationsContext, chain: Chain, row: SignedRow): Promise<boolean> {
  const operation: OperationJson = JSON.parse(row.operation);
  const account: AccountJson = JSON.parse(row.account);
  const nonce = splitNonce(operation.nonce);
  const state = await readState(chain, account.address, [nonce.key]);
  const sequence = state.sequences.get(nonce.key) ?? 0n;
  // An operation that a reorganisation reverted may be the deploying one.
  const deployed = state.deployed || row.deploys === 1;
  if (deployed && sequence === nonce.sequence) return await resend(context, chain, row);
  const others = (await readPending(context, chain, account.address, state))
    .filter((other) => other.id !== row.id);
  const waits = sequence < nonce.sequence
    ? others.some((other) =>
      BigInt(other.nonce_key) === nonce.key && BigInt(other.nonce_sequence) < nonce.sequence
    )
    : sequence === nonce.sequence && others.some((other) => other.deploys === 1);
  if (waits) {
    if (row.reason !== null) await markUncertain(context.store, row, null);
    return true;
  }
  // Read again: the awaited operation may have landed between the two reads.
  const now = await readState(chain, account.address, [nonce.key]);
  if (now.deployed !== state.deployed || now.sequences.get(nonce.key) !== sequence) return true;
  // A nonce that was used names its operation, unless the node lost the logs or the account skipped
  // it.
  const user = sequence > nonce.sequence ? await findNonceUser(chain, row) : null;
  if (user === row.id) {
    // It landed in a block that was read without it, or is still to be read.
    return !await recordIfLanded(context, chain, row);
  }
  const certain = sequence > nonce.sequence && user === null ? UNEXPLAINED_MS : CERTAIN_AFTER_MS;
  // During a reorganisation, one read may contradict the next.
  if (row.reason === null || Date.now() - row.updated_at < certain) {
    if (row.reason === null) await markUncertain(context.store, row, NEVER_LANDED);
    return true;
  }
  return await giveUp(context, chain, row, NEVER_LANDED);
}

/** Checks whether the bundler still has a slow operation, and sends it again if not. */
async function checkBundler(
  context: OperationsContext,
  chain: Chain,
  row: SignedRow,
): Promise<boolean> {
  if (await chain.bundler.knows(row.id as Hex)) {
    await touchUpdatedAt(context.store, row.id);
    return true;
  }
  return await resend(context, chain, row);
}

async function resend(context: OperationsContext, chain: Chain, row: SignedRow): Promise<boolean> {
  // Several processes may follow the same chain: only one of them sends it.
  if (!await lockForResend(context.store, row)) return true;
  try {
    await chain.bundler.send(JSON.parse(row.operation));
    await touchUpdatedAt(context.store, row.id);
    return true;
  } catch (error) {
    if (!(error instanceof BundlerError)) throw error;
    // Some bundlers reject operations that they already have.
    if (await chain.bundler.knows(row.id as Hex)) return true;
    // An earlier operation, or the account itself, was reverted by a reorganisation: wait for it.
    if (error.aa === "AA20" || error.aa === "AA25") {
      // Otherwise it landed or was reverted in the meantime: the next check detects it.
      await requeue(context.store, row);
      return true;
    }
    if (!isRefusal(error)) return true;
    // A single refusal may come from a lagging node.
    if (row.reason === null) {
      await markUncertain(context.store, { ...row, state: "submitted" }, error.message);
      return true;
    }
    const nonce = splitNonce(JSON.parse(row.operation).nonce);
    const { sequences } = await readState(chain, row.sender as Hex, [nonce.key]);
    if ((sequences.get(nonce.key) ?? 0n) > nonce.sequence) {
      await requeue(context.store, row);
      return true;
    }
    return await giveUp(context, chain, row, error.message);
  }
}

/** ERC-7769 has its codes above this one. */
const MIN_REFUSAL = -32_600;

/** Returns whether a bundler rejected the operation itself: throttling and faults are temporary. */
function isRefusal({ code, aa }: BundlerError): boolean {
  const { invalidFields, rejectedByEntryPoint, throttled } = bundlerCodes;
  return aa !== null || code === invalidFields ||
    (code <= rejectedByEntryPoint && code > MIN_REFUSAL && code !== throttled);
}

/** Drops an operation that can never land, unless it has just landed. */
async function giveUp(
  context: OperationsContext,
  chain: Chain,
  row: SignedRow,
  reason: string,
): Promise<boolean> {
  if (!await recordIfLanded(context, chain, row)) await drop(context, row, reason);
  return false;
}

/** Searches the chain for an operation, and records it if it landed; returns whether it did. */
async function recordIfLanded(
  context: OperationsContext,
  chain: Chain,
  row: SignedRow,
): Promise<boolean> {
  const landed = await findLanded(chain.node, row.id as Hex, numberToHex(row.from_block));
  if (landed !== null) await recordInclusion(context, row, landed);
  return landed !== null;
}

async function drop(context: OperationsContext, row: SignedRow, reason: string): Promise<void> {
  const text = reason.slice(0, 500);
  if (!await dropOperation(context.store, row, text)) return;
  context.metrics.count("acct_settled_total", { chain: row.chain_id, status: 400 });
  context.log("warn", "operation_dropped", { chain: row.chain_id, reason: text });
  context.hub.publish(statusChange(row, 400, null));
}
