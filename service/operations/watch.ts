/**
 * Follows operations until the chain settled them: releases those that wait, hands over again what
 * a bundler forgot or a reorganisation took back, and tells those who listen. Between
 * operations it rests.
 *
 * @module
 */
import { type Hex, numberToHex } from "viem";
import { AcctError } from "../../core/protocol/errors.ts";
import type { AccountJson, OperationJson } from "../../core/protocol/service/mod.ts";
import { BundlerError } from "../bundler/bundler.ts";
import type { Chain } from "../chain/chain.ts";
import { findLanded, findLandedAmong, type Landed } from "../chain/events.ts";
import { readState } from "../chain/state.ts";
import type { Context } from "../context.ts";
import { unspend } from "../sponsor/budget.ts";
import {
  claim,
  doubt,
  openOperations,
  readOperation,
  recentlyIncluded,
  setState,
  touch,
  wait,
} from "../store/operations.ts";
import type { OperationTable } from "../store/schema.ts";
import { splitNonce } from "./codec.ts";
import { changeOf, note } from "./status.ts";
import { underWay } from "./under_way.ts";

/** Follows the operations of all chains. */
export interface Watcher {
  /** Something of this chain is under way: look soon, and again until it is settled. */
  follow(chainId: number): void;
  /** Stops; resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/** Pauses between looks, growing while nothing happens. Milliseconds. */
const PAUSES = [5, 10, 20, 40, 80, 160, 320, 640, 1000] as const;
/** How long a bundler may sit on an operation before it is asked whether it still has it. */
const PATIENCE = 3_000;
/** How often settled operations are compared with the chain, and for how long. */
const RECHECK = { every: 2_000, during: 10 * 60_000 } as const;

/** How often the database is looked at for what another process left under way. */
const PATROL = 5_000;

/**
 * Makes the watcher; the context is read later, because it holds the watcher itself.
 *
 * @param options.patrol whether other processes share the database: what one of them left under
 * way is looked for from time to time
 */
export function createWatcher(
  context: () => Context,
  { patrol = false }: { readonly patrol?: boolean } = {},
): Watcher {
  const loops = new Map<number, { pause: number; wake: () => void; done: Promise<void> }>();
  const stopped = new AbortController();

  async function run(chain: Chain): Promise<void> {
    const loop = () => loops.get(chain.id)!;
    let rechecked = 0;
    let recent = 0;
    let before = 0;
    while (!stopped.signal.aborted) {
      let open = 1;
      try {
        open = await lookAtOpen(context(), chain);
        // What waits for what just landed should not wait for a long pause as well.
        if (open < before) loop().pause = 0;
        before = open;
        if (Date.now() - rechecked >= RECHECK.every) {
          recent = await lookAtIncluded(context(), chain);
          rechecked = Date.now();
        } else if (open === 0) recent = Math.max(recent, 1);
      } catch (error) {
        // The node is down, or the database is: both come back, and nothing here is urgent then.
        if (!(error instanceof AcctError)) {
          context().log("error", "operations", { chain: chain.id }, error);
        }
      }
      if (open === 0 && recent === 0 && loop().pause > 0) break;
      const step = Math.min(loop().pause++, PAUSES.length - 1);
      const pause = open === 0 ? RECHECK.every : PAUSES[step] ?? 1000;
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
    }, PATROL)
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

/** For a process that follows nothing itself: the others are told where to look. */
export function remoteWatcher(ask: (chainId: number) => void): Watcher {
  return { follow: ask, stop: () => Promise.resolve() };
}

/** Looks at what is under way; resolves with how much still is. */
async function lookAtOpen(context: Context, chain: Chain): Promise<number> {
  const rows = await openOperations(context.store, chain.id);
  const landedNow = await lately(chain, rows);
  const left = await Promise.all(rows.map(async (row) => {
    const landed = landedNow.get(row.id as Hex);
    if (landed !== undefined) {
      await note(context, row, landed);
      return false;
    }
    if (row.state === "held") return await advance(context, chain, row);
    return Date.now() - row.updated_at < PATIENCE || await handOverAgain(context, chain, row);
  }));
  return left.filter(Boolean).length;
}

/** Blocks that are looked at each time: nodes refuse wider ranges. */
const RANGE = 2_000;

/** Which of these the chain holds, as far as the last blocks tell. */
async function lately(
  chain: Chain,
  rows: readonly OperationTable[],
): Promise<ReadonlyMap<Hex, Landed>> {
  if (rows.length === 0) return new Map();
  const head = Number(await chain.node.request<Hex>("eth_blockNumber"));
  // One that landed before that, while nobody looked, is found when it is handed over again.
  const from = Math.max(0, head - RANGE, Math.min(...rows.map((row) => row.from_block)));
  return await findLandedAmong(chain.node, rows.map((row) => row.id as Hex), numberToHex(from));
}

/** Why a waiting operation is dropped, and milliseconds after which that is certain. */
const NEVER = "The operation that this one waited for never landed.";
const CERTAIN = 1_500;

/** Hands a waiting operation over once its turn has come; drops it if that turn never comes. */
async function advance(context: Context, chain: Chain, row: OperationTable): Promise<boolean> {
  const operation: OperationJson = JSON.parse(row.operation);
  const account: AccountJson = JSON.parse(row.account);
  const nonce = splitNonce(operation.nonce);
  const state = await readState(chain, account.address, [nonce.key]);
  const sequence = state.sequences.get(nonce.key) ?? 0n;
  // One that a reorganisation took back may be the very one that deploys.
  const deployed = state.deployed || row.deploys === 1;
  if (deployed && sequence === nonce.sequence) return await sendAgain(context, chain, row);
  const others = (await underWay(context, chain, account.address, state))
    .filter((other) => other.id !== row.id);
  const waits = sequence < nonce.sequence
    ? others.some((other) =>
      BigInt(other.nonce_key) === nonce.key && BigInt(other.nonce_sequence) < nonce.sequence
    )
    : sequence === nonce.sequence && others.some((other) => other.deploys === 1);
  if (waits) {
    if (row.reason !== null) await doubt(context.store, row, null);
    return true;
  }
  // Read again: the one it waited for may have landed between the two looks.
  const now = await readState(chain, account.address, [nonce.key]);
  if (now.deployed !== state.deployed || now.sequences.get(nonce.key) !== sequence) return true;
  // While a reorganisation goes on, what is read in one moment does not hold in the next.
  if (row.reason === null || Date.now() - row.updated_at < CERTAIN) {
    if (row.reason === null) await doubt(context.store, row, NEVER);
    return true;
  }
  return await giveUp(context, chain, row, NEVER);
}

/** Asks the bundler for an operation that takes long; a forgotten one is handed over again. */
async function handOverAgain(
  context: Context,
  chain: Chain,
  row: OperationTable,
): Promise<boolean> {
  if (await chain.bundler.knows(row.id as Hex)) {
    await touch(context.store, row.id);
    return true;
  }
  return await sendAgain(context, chain, row);
}

async function sendAgain(context: Context, chain: Chain, row: OperationTable): Promise<boolean> {
  // Another process may follow the same chain: one of them hands it over.
  if (!await claim(context.store, row)) return true;
  try {
    await chain.bundler.send(JSON.parse(row.operation));
    await touch(context.store, row.id);
    return true;
  } catch (error) {
    if (!(error instanceof BundlerError)) throw error;
    // Some bundlers refuse what they hold already.
    if (await chain.bundler.knows(row.id as Hex)) return true;
    // One before it was taken back by a reorganisation, or the account itself: it waits for them.
    if (error.aa === "AA20" || error.aa === "AA25") {
      // Where it does not, it landed meanwhile, or was taken back as well: it is looked at again.
      await wait(context.store, row);
      return true;
    }
    return await giveUp(context, chain, row, error.message);
  }
}

/** Drops an operation that can never land, unless it has landed between the questions. */
async function giveUp(
  context: Context,
  chain: Chain,
  row: OperationTable,
  reason: string,
): Promise<boolean> {
  const landed = await findLanded(chain.node, row.id as Hex, numberToHex(row.from_block));
  if (landed !== null) await note(context, row, landed);
  else await drop(context, row, reason);
  return false;
}

async function drop(context: Context, row: OperationTable, reason: string): Promise<void> {
  const text = reason.slice(0, 500);
  if (!await setState(context.store, row.id, "dropped", text, row.operation)) return;
  await unspend(context.store, row.id);
  context.metrics.count("acct_settled_total", { chain: row.chain_id, status: 400 });
  context.log("warn", "operation_dropped", { chain: row.chain_id, reason: text });
  context.hub.publish(changeOf(row, 400, null));
}

/** Compares lately settled operations with the chain; resolves with how many are still young. */
async function lookAtIncluded(context: Context, chain: Chain): Promise<number> {
  const hashes = new Map<number, Promise<Hex | null>>();
  const hashAt = (number: number) => {
    const known = hashes.get(number) ?? blockHash(chain, number);
    hashes.set(number, known);
    return known;
  };
  let count = 0;
  for await (const rows of recentlyIncluded(context.store, chain.id, Date.now() - RECHECK.during)) {
    count += rows.length;
    const moved = await Promise.all(
      rows.map(async (row) => await hashAt(row.block_number ?? 0) !== row.block_hash),
    );
    for (const { id } of rows.filter((_, index) => moved[index])) {
      const row = await readOperation(context.store, id);
      if (row === undefined) continue;
      await note(
        context,
        row,
        await findLanded(chain.node, id as Hex, numberToHex(row.from_block)),
      );
    }
  }
  return count;
}

async function blockHash(chain: Chain, number: number): Promise<Hex | null> {
  const block = await chain.node.request<{ hash: Hex } | null>("eth_getBlockByNumber", [
    numberToHex(number),
    false,
  ]);
  return block?.hash ?? null;
}
