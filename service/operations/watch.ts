/**
 * Sends operations that wait for others, resends those that a bundler forgot or a reorganisation
 * reverted, and drops those that can never land. The follower of the chain finds those that land. It is
 * idle while nothing is pending.
 *
 * @module
 */
import { type Hex, numberToHex } from "viem";
import type { AccountJson, OperationJson } from "../../core/protocol/service/mod.ts";
import { bundlerCodes, BundlerError } from "../chain/bundler.ts";
import type { Chain } from "../chain/chain.ts";
import { findLanded, findLandedAmong, type Landed } from "../chain/events.ts";
import { isChainFailure } from "../chain/failure.ts";
import { readState } from "../chain/state.ts";
import type { Context } from "../main/context.ts";
import {
  dropOperation,
  lockForResend,
  markUncertain,
  openOperations,
  requeue,
  type SignedRow,
  touchUpdatedAt,
} from "../store/operations.ts";
import { splitNonce } from "../entry_point/codec.ts";
import { recordInclusion, statusChange } from "./inclusion.ts";
import { readPending } from "./pending.ts";
import { findNonceUser } from "../indexer/evidence.ts";
import { monotonic } from "../lib/monotonic.ts";

/** Follows the pending operations of all chains. */
export interface Watcher {
  /** Checks the chain soon, and again until nothing of it is pending. */
  follow(chainId: number): void;
  /** Stops; resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/** Pauses between checks in milliseconds; they grow while nothing happens. */
const PAUSES_MS = [10, 50, 200, 500, 1000] as const;
/** Time for which the follower polls often while an operation is pending, until the next check. */
const HURRY_MS = 2_000;
/** Age up to which a pending operation is expected to land soon. */
const FRESH_MS = 30_000;
/** Time that a bundler may hold an operation before it is asked whether it still has it. */
const RESEND_AFTER_MS = 3_000;
/**
 * How often the chain is searched for operations that are pending for some time, in milliseconds: their
 * block may be one of those that the follower has still to read, or a node left their events out.
 */
const SEARCH_MS = 10_000;

/** Interval of checks for operations that another process left pending. */
const PATROL_INTERVAL_MS = 5_000;

/**
 * Creates the watcher. The context is read lazily, because it holds the watcher itself.
 *
 * @param options.patrol whether other processes share the database: checks regularly for operations
 * that one of them left pending
 */
export function createWatcher(
  context: () => Context,
  { patrol = false }: { readonly patrol?: boolean } = {},
): Watcher {
  const loops = new Map<number, { pause: number; wake: () => void; done: Promise<void> }>();
  const stopped = new AbortController();

  async function run(chain: Chain): Promise<void> {
    const loop = () => loops.get(chain.id)!;
    let searched = -Infinity;
    let before = 0;
    while (!stopped.signal.aborted) {
      let open = 1;
      try {
        const searches = monotonic() - searched >= SEARCH_MS;
        if (searches) searched = monotonic();
        open = await checkPending(context(), chain, searches);
        // Do not make operations wait a long pause for one that has just landed.
        if (open < before) loop().pause = 0;
        before = open;
      } catch (error) {
        // The node or the database is down: both recover, and nothing here is urgent until then.
        if (!isChainFailure(error)) {
          context().log("error", "operations", { chain: chain.id }, error);
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
      for (const chainId of context().chains.keys()) if (!loops.has(chainId)) follow(chainId);
    }, PATROL_INTERVAL_MS)
    : undefined;

  function follow(chainId: number): void {
    const chain = context().chains.get(chainId);
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

/** Creates a watcher for a process that follows nothing itself and notifies the others. */
export function remoteWatcher(ask: (chainId: number) => void): Watcher {
  return { follow: ask, stop: () => Promise.resolve() };
}

/** Checks pending operations; resolves with how many are left. */
async function checkPending(
  context: Context,
  chain: Chain,
  searches: boolean,
): Promise<number> {
  const rows = await openOperations(context.store, chain.id);
  const ages = rows.map((row) => Date.now() - row.created_at);
  if (ages.some((age) => age < FRESH_MS)) context.transfers.wake(chain.id, HURRY_MS);
  const old = searches ? rows.filter((_, index) => ages[index]! >= SEARCH_MS) : [];
  const landedNow = await findRecentlyLanded(chain, old);
  const left = await Promise.all(rows.map(async (row) => {
    const landed = landedNow.get(row.id as Hex);
    if (landed !== undefined) {
      await recordInclusion(context, row, landed);
      return false;
    }
    try {
      if (row.state === "held") return await advance(context, chain, row);
      return Date.now() - row.updated_at < RESEND_AFTER_MS ||
        await checkBundler(context, chain, row);
    } catch (error) {
      // One that cannot be judged now holds up no other.
      if (!isChainFailure(error)) throw error;
      return true;
    }
  }));
  return left.filter(Boolean).length;
}

/** Blocks searched each time: nodes refuse wider ranges. */
const MAX_BLOCKS = 2_000;

/** Finds the operations that landed in the last blocks. */
async function findRecentlyLanded(
  chain: Chain,
  rows: readonly SignedRow[],
): Promise<ReadonlyMap<Hex, Landed>> {
  if (rows.length === 0) return new Map();
  const latest = Number(await chain.node.request<Hex>("eth_blockNumber"));
  const head = Math.max(latest, chain.heads.top());
  // Older ones, which landed while no process watched, are found when they are sent again.
  const from = Math.max(0, head - MAX_BLOCKS, Math.min(...rows.map((row) => row.from_block)));
  return await findLandedAmong(chain.node, rows.map((row) => row.id as Hex), numberToHex(from));
}

/** Why a waiting operation is dropped, and how long that must have been true. */
const NEVER_LANDED = "The operation that this one waited for never landed.";
const CERTAIN_AFTER_MS = 1_500;
/** How long a nonce must have been used while no event tells by which operation. */
const UNEXPLAINED_MS = 10 * 60_000;

/** Sends a waiting operation when its turn comes; drops it if that turn never comes. */
async function advance(context: Context, chain: Chain, row: SignedRow): Promise<boolean> {
  const operation: OperationJson = JSON.parse(row.operation);
  const account: AccountJson = JSON.parse(row.account);
  const nonce = splitNonce(operation.nonce);
  const state = await readState(chain, account.address, [nonce.key]);
  const sequence = state.sequences.get(nonce.key) ?? 0n;
  // An operation that a reorganisation reverted may be the one that deploys.
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
  // Read again: the one it waited for may have landed between the two reads.
  const now = await readState(chain, account.address, [nonce.key]);
  if (now.deployed !== state.deployed || now.sequences.get(nonce.key) !== sequence) return true;
  // A nonce that was used names its operation, unless the node lost the logs or the account skipped it.
  const user = sequence > nonce.sequence ? await findNonceUser(chain, row) : null;
  if (user === row.id) {
    // It landed in a block that was read without it, or is still to be read.
    const landed = await findLanded(chain.node, row.id as Hex, numberToHex(row.from_block));
    if (landed === null) return true;
    await recordInclusion(context, row, landed);
    return false;
  }
  const certain = sequence > nonce.sequence && user === null ? UNEXPLAINED_MS : CERTAIN_AFTER_MS;
  // During a reorganisation, one read may contradict the next.
  if (row.reason === null || Date.now() - row.updated_at < certain) {
    if (row.reason === null) await markUncertain(context.store, row, NEVER_LANDED);
    return true;
  }
  return await giveUp(context, chain, row, NEVER_LANDED);
}

/** Asks the bundler for an operation that takes long, and sends it again if it was forgotten. */
async function checkBundler(
  context: Context,
  chain: Chain,
  row: SignedRow,
): Promise<boolean> {
  if (await chain.bundler.knows(row.id as Hex)) {
    await touchUpdatedAt(context.store, row.id);
    return true;
  }
  return await resend(context, chain, row);
}

async function resend(context: Context, chain: Chain, row: SignedRow): Promise<boolean> {
  // Several processes may follow the same chain: only one of them sends it.
  if (!await lockForResend(context.store, row)) return true;
  try {
    await chain.bundler.send(JSON.parse(row.operation));
    await touchUpdatedAt(context.store, row.id);
    return true;
  } catch (error) {
    if (!(error instanceof BundlerError)) throw error;
    // Some bundlers refuse operations that they already hold.
    if (await chain.bundler.knows(row.id as Hex)) return true;
    // An earlier operation, or the account itself, was reverted by a reorganisation: wait for it.
    if (error.aa === "AA20" || error.aa === "AA25") {
      // If that is not so, it landed or was reverted meanwhile: the next check finds out.
      await requeue(context.store, row);
      return true;
    }
    if (!isRefusal(error)) return true;
    // One refusal may come from a node that is behind.
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

/** Returns whether a bundler refused the operation itself: throttling and faults pass. */
function isRefusal({ code, aa }: BundlerError): boolean {
  const { invalidFields, rejectedByEntryPoint, throttled } = bundlerCodes;
  return aa !== null || code === invalidFields ||
    (code <= rejectedByEntryPoint && code > MIN_REFUSAL && code !== throttled);
}

/** Drops an operation that can never land, unless it has just landed. */
async function giveUp(
  context: Context,
  chain: Chain,
  row: SignedRow,
  reason: string,
): Promise<boolean> {
  const landed = await findLanded(chain.node, row.id as Hex, numberToHex(row.from_block));
  if (landed !== null) await recordInclusion(context, row, landed);
  else await drop(context, row, reason);
  return false;
}

async function drop(context: Context, row: SignedRow, reason: string): Promise<void> {
  const text = reason.slice(0, 500);
  if (!await dropOperation(context.store, row, text)) return;
  context.metrics.count("acct_settled_total", { chain: row.chain_id, status: 400 });
  context.log("warn", "operation_dropped", { chain: row.chain_id, reason: text });
  context.hub.publish(statusChange(row, 400, null));
}
