/**
 * Fetches logs of a range of blocks. Anyone can make contracts emit more logs than a node lists for one
 * request: the range gets smaller then, and of a single block only logs of known accounts are fetched.
 *
 * @module
 */
import { type Hex, numberToHex } from "viem";
import { AcctError } from "../../core/protocol/errors.ts";
import type { Chain } from "../chain/chain.ts";
import type { LogJson } from "../chain/events.ts";
import { NodeError } from "../chain/node.ts";
import type { Blocks } from "../store/permissions.ts";

/** Blocks per request: the limit of public nodes. */
export const MAX_BLOCKS = 2_000;

/** Checks that a node has a block; throws otherwise. */
export type RequireBlock = (block: number) => Promise<void>;

/** Filter of logs, without blocks. */
export interface LogFilter {
  readonly address?: Hex | readonly Hex[];
  readonly topics: readonly (readonly Hex[] | null)[];
}

/** Logs to fetch, of which any contract can emit any number. */
export interface LogSource {
  /** Filter that matches all of them. */
  readonly filter: LogFilter;
  /** Returns the filter that matches those of some accounts. */
  of(accounts: readonly Hex[]): LogFilter;
  /** Accounts per request: nodes limit addresses and the alternatives of a topic. */
  readonly most: number;
  /** Returns the known accounts; `before` are logs of earlier blocks that are not stored yet. */
  accounts(before: readonly LogJson[]): Promise<readonly Hex[]>;
}

/** Logs of a range. */
export interface FetchedLogs {
  /** The logs, in their order. */
  readonly logs: readonly LogJson[];
  /** Accounts whose logs are missing, because they fill a block on their own. */
  readonly missing: readonly Hex[];
}

type Place = { readonly fromBlock: Hex; readonly toBlock: Hex } | { readonly blockHash: Hex };

/**
 * Fetches the logs of a range, some blocks at a time. Use it for logs of which a block has no more than
 * a node lists.
 *
 * @throws {NodeError} if the node refuses even one block
 */
export async function* fetchAll(
  chain: Chain,
  { from, to }: Blocks,
  filter: LogFilter,
): AsyncGenerator<readonly LogJson[]> {
  for (let first = from, blocks = MAX_BLOCKS; first <= to;) {
    const last = Math.min(first + blocks - 1, to);
    const place = { fromBlock: numberToHex(first), toBlock: numberToHex(last) };
    try {
      yield await fetchLogs(chain, place, filter);
    } catch (error) {
      if (!(error instanceof NodeError) || first === last) throw error;
      blocks = Math.ceil((last - first + 1) / 2);
      continue;
    }
    first = last + 1;
    blocks = Math.min(2 * blocks, MAX_BLOCKS);
  }
}

/**
 * Fetches the logs of a range. `requires` is called together with each request, for its last block, so
 * that one machine answers both: a node that lags lists no logs of blocks that it lacks.
 *
 * @throws {NodeError} if the node refuses any request
 */
export async function fetchRange(
  chain: Chain,
  { from, to }: Blocks,
  source: LogSource,
  requires: RequireBlock = () => Promise.resolve(),
  before: readonly LogJson[] = [],
): Promise<FetchedLogs> {
  const place = { fromBlock: numberToHex(from), toBlock: numberToHex(to) };
  const ask = async (filter: LogFilter) => {
    const [logs] = await Promise.all([fetchLogs(chain, place, filter), requires(to)]);
    return logs;
  };
  try {
    return { logs: await ask(source.filter), missing: [] };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    if (from === to) return await fetchKnown(source, ask, before);
  }
  const middle = Math.floor((from + to) / 2);
  const first = await fetchRange(chain, { from, to: middle }, source, requires, before);
  const rest = { from: middle + 1, to };
  const second = await fetchRange(chain, rest, source, requires, [...before, ...first.logs]);
  return {
    logs: [...first.logs, ...second.logs],
    missing: [...first.missing, ...second.missing],
  };
}

/** Fetches the logs of one block; a node without the block refuses, instead of listing none. */
export async function fetchBlock(
  chain: Chain,
  blockHash: Hex,
  source: LogSource,
): Promise<FetchedLogs> {
  const ask = (filter: LogFilter) => fetchLogs(chain, { blockHash }, filter);
  try {
    return { logs: await ask(source.filter), missing: [] };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return await fetchKnown(source, ask, []);
  }
}

/** Fetches the logs of known accounts in one block, some accounts at a time. */
async function fetchKnown(
  source: LogSource,
  ask: (filter: LogFilter) => Promise<readonly LogJson[]>,
  before: readonly LogJson[],
): Promise<FetchedLogs> {
  // A node that refuses an address without logs refuses every request.
  await ask(source.of([`0x${"00".repeat(20)}`]));
  const accounts = await source.accounts(before);
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
  return { logs: logs.sort((a, b) => Number(a.logIndex) - Number(b.logIndex)), missing };
}

function fetchLogs({ node }: Chain, place: Place, filter: LogFilter): Promise<LogJson[]> {
  return node.request<LogJson[]>("eth_getLogs", [{ ...filter, ...place }]);
}
