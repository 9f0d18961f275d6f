/**
 * Fetches logs of a range of blocks. Anyone can make contracts emit more logs than a node lists for
 * one request. The range is reduced in that case, and for a single block only logs of known
 * accounts are fetched.
 *
 * @module
 */
import { type Hex, numberToHex } from "viem";
import { AcctError } from "../../../core/ground/errors.ts";
import type { Chain } from "../../chain/chain.ts";
import type { LogJson } from "../../chain/node/events.ts";
import { isChainFailure } from "../../chain/node/failure.ts";
import { NodeError } from "../../chain/node/node.ts";
import type { Blocks } from "../../store/rows/permissions.ts";

/** Blocks per request: the limit of public nodes. */
export const MAX_BLOCKS = 2_000;
/** Factor by which a range above that limit shrinks if a node refuses it. */
const SHRINK = 8;
/** Consecutive requests after which ranges grow. */
const GROW_AFTER = 4;

/** Size of the ranges that nodes list. */
export interface Pace {
  /** Blocks of the next request. */
  blocks: number;
  /** Blocks of a request at most. */
  readonly most: number;
  /** Requests that succeeded since the last failure. */
  inRow: number;
  /** Requests in total. */
  asked: number;
}

/** Creates a pace that starts with the largest range. */
export function createPace(most = MAX_BLOCKS): Pace {
  return { blocks: most, most, inRow: GROW_AFTER, asked: 0 };
}

/** Checks that a node has a block; throws otherwise. */
export type RequireBlock = (block: number) => Promise<void>;

/** Filter of logs, without blocks. */
export interface LogFilter {
  readonly address?: Hex | readonly Hex[];
  readonly topics: readonly (Hex | readonly Hex[] | null)[];
}

/** Logs to fetch. Any contract can emit any number of them. */
export interface LogSource {
  /** Filter that matches all of them. */
  readonly filter: LogFilter;
  /** Returns the filter that matches the logs of some accounts. */
  of(accounts: readonly Hex[]): LogFilter;
  /** Accounts per request: nodes limit addresses and the alternatives of a topic. */
  readonly most: number;
  /** Returns the known accounts. */
  accounts(): Promise<readonly Hex[]>;
}

/** Logs of a range or a block. */
export interface FetchedLogs {
  /** The logs, in their order. */
  readonly logs: readonly LogJson[];
  /** False if these are the logs of known accounts alone. */
  readonly whole: boolean;
  /** Accounts with missing logs, because they fill a block on their own. */
  readonly missing: readonly Hex[];
}

/**
 * Reads the next blocks of a range, up to the number of logs that nodes list. Resolves with the
 * last one. `read` throws if it cannot read so many.
 *
 * @throws {NodeError} if the node refuses even one block
 * @throws {AcctError} `chain_down` if the node does not answer; the next call requests fewer blocks
 */
export async function readNext<T>(
  pace: Pace,
  { from, to: last }: Blocks,
  read: (blocks: Blocks) => Promise<T>,
): Promise<{ readonly to: number; readonly found: T }> {
  for (;;) {
    const to = Math.min(from + pace.blocks - 1, last);
    pace.asked++;
    try {
      const found = await read({ from, to });
      if (++pace.inRow > GROW_AFTER) pace.blocks = Math.min(2 * pace.blocks, pace.most);
      return { to, found };
    } catch (error) {
      if (!isChainFailure(error)) throw error;
      const size = to - from + 1;
      pace.blocks = size > MAX_BLOCKS
        ? Math.max(Math.ceil(size / SHRINK), MAX_BLOCKS)
        : Math.ceil(size / 2);
      pace.inRow = 0;
      if (size === 1 || !(error instanceof NodeError)) throw error;
    }
  }
}

/**
 * Fetches the logs of a range, in steps of some blocks. Use it for logs of which no block has more
 * than a node lists.
 *
 * @throws {NodeError} if the node refuses even one block
 */
export async function* fetchAll(
  chain: Chain,
  { from, to }: Blocks,
  filter: LogFilter,
): AsyncGenerator<readonly LogJson[]> {
  const pace = createPace();
  for (let first = from; first <= to;) {
    const blocks = { from: first, to };
    const part = await readNext(pace, blocks, (some) => request(chain, some, filter));
    yield part.found;
    first = part.to + 1;
  }
}

/**
 * Fetches the logs of a range, or of a block by its hash. If the node refuses a single block, only
 * the logs of known accounts are fetched. `requires` is called together with each request for a
 * range, for its last block, so that one machine answers both. A lagging node lists no logs of
 * missing blocks.
 *
 * @throws {NodeError} if the node refuses the range, or any request for a single block
 */
export async function fetchLogs(
  chain: Chain,
  place: Blocks | { readonly blockHash: Hex },
  source: LogSource,
  requires?: RequireBlock,
): Promise<FetchedLogs> {
  const ask = async (filter: LogFilter) => {
    const [logs] = await Promise.all([
      request(chain, place, filter),
      "to" in place ? requires?.(place.to) : null,
    ]);
    return logs;
  };
  try {
    return { logs: await ask(source.filter), whole: true, missing: [] };
  } catch (error) {
    if (!(error instanceof NodeError) || "to" in place && place.from < place.to) {
      throw error;
    }
  }
  // A node that refuses an address without logs refuses every request.
  await ask(source.of([`0x${"00".repeat(20)}`]));
  const accounts = await source.accounts();
  const logs: LogJson[] = [];
  const missing: Hex[] = [];
  for (let at = 0, count = source.most; at < accounts.length;) {
    const some = accounts.slice(at, at + count);
    try {
      logs.push(...await ask(source.of(some)));
    } catch (error) {
      const isRefusal = error instanceof NodeError || error instanceof AcctError && some.length > 1;
      if (!isRefusal) throw error;
      count = Math.ceil(some.length / 2);
      if (some.length > 1) continue;
      missing.push(...some);
    }
    at += some.length;
    count = Math.min(source.most, count * 2);
  }
  logs.sort((a, b) => Number(a.logIndex) - Number(b.logIndex));
  return { logs, whole: false, missing };
}

function request(
  { node }: Chain,
  place: Blocks | { readonly blockHash: Hex },
  filter: LogFilter,
): Promise<LogJson[]> {
  const blocks = "blockHash" in place
    ? place
    : { fromBlock: numberToHex(place.from), toBlock: numberToHex(place.to) };
  return node.request<LogJson[]>("eth_getLogs", [{ ...filter, ...blocks }]);
}
