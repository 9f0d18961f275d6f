/**
 * Reads a chain's blocks: the next ones, those before the followed ones, and what a reorganisation
 * replaced.
 *
 * @module
 */
import { AcctError } from "../../core/protocol/errors.ts";
import type { Chain } from "../chain/chain.ts";
import type { LogJson } from "../chain/events.ts";
import { isUnsupported, NodeError } from "../chain/node.ts";
import { nodeBehind } from "../chain/state.ts";
import type { Context } from "../main/context.ts";
import { monotonic } from "../lib/monotonic.ts";
import { MAX_BLOCKS } from "./backfill.ts";
import { deriveChanges } from "./changes.ts";
import { blockHash, readHeadBlock, REORG_BLOCKS, requireChain } from "./evidence.ts";
import type { BlockChange, BlockHandler } from "./handler.ts";
import { fetchBlockEvents } from "./permission_events.ts";
import { readRange } from "./permission_index.ts";
import { toRows } from "./permission_logs.ts";
import {
  type NamedPermission,
  namesOf,
  permissionsReadTo,
  unreadPermissionsFrom,
} from "../store/permissions.ts";
import type { Store } from "../store/store.ts";
import { addBlocks, type BlockPlace, lastBlocks, takeBack } from "../store/transfers.ts";
import { type ReadBlock, readBlock } from "./read_block.ts";
import { recordBlock, type Recorded } from "./block_transfers.ts";
import { tell, tellPermissions } from "./publish.ts";

/** Blocks that are asked for together. */
const MAX_TOGETHER = 8;
/** Blocks that are read after a pause of the service; older ones are left out. */
const MAX_BEHIND = 50_000;
/** Looks after which a block is left out that nodes refuse to list, or do not answer for. */
const MAX_TRIES = { refused: 5, unanswered: 150 } as const;
/**
 * Blocks before the remembered ones whose events of permissions are read again after a reorganisation
 * of all of these; more than a list may be behind, so that it is refused until then.
 */
const DEEP_BLOCKS = 1_000;

/** Metrics of blocks that are not read yet. */
export const metricsBehind = {
  transfers: "acct_transfer_blocks_behind",
  permissions: "acct_permission_blocks_behind",
} as const;

/** Block that could not be read, how often that was tried, and what else failed. */
export interface Tries {
  block: number;
  count: number;
  /** Milliseconds at which the last of them counted. */
  at: number;
  /** Blocks before the followed ones that are asked for at once: a slow node lists less in time. */
  range: number;
}

/** A look at one chain. */
export interface Look {
  readonly context: Context;
  readonly chain: Chain;
  readonly tries: Tries;
  readonly handlers: readonly BlockHandler[];
  readonly interval: number;
  readonly signal: AbortSignal;
}

/**
 * Reads some of the blocks since the last look; resolves with whether there is more to do. Neither
 * transfers nor permissions wait for what a node does not tell of the others.
 */
export async function look(at: Look): Promise<boolean> {
  let isMore = false;
  const failures: unknown[] = [];
  const failed = (error: unknown) => {
    if (!isOfNode(error)) throw error;
    failures.push(error);
    return false;
  };
  isMore = await lookAhead(at).catch(failed);
  const isEarlier = await lookBack(at).catch(failed);
  if (!isMore && failures.length > 0) throw failures[0];
  return isEarlier || isMore;
}

/**
 * Reads some of the blocks before those that are followed for events of permissions; also of those
 * that the follower has still to read, as far as no reorganisation replaces them.
 */
async function lookBack({ context, chain, handlers, tries }: Look): Promise<boolean> {
  const { store, metrics } = context;
  const [last] = await lastBlocks(store, chain.id, 1);
  if (last === undefined) return false;
  const head = chain.heads.top();
  try {
    const isAhead = head - REORG_BLOCKS > last.number && head - last.number <= MAX_BEHIND;
    const to = isAhead ? head - REORG_BLOCKS : last.number;
    const isMore = await readRange(store, chain, to, tries.range, handlers);
    tries.range = Math.min(2 * tries.range, MAX_BLOCKS);
    return isMore;
  } catch (error) {
    if (error instanceof AcctError) tries.range = Math.ceil(tries.range / 2);
    throw error;
  } finally {
    const read = await permissionsReadTo(store, chain.id) ?? 0;
    metrics.set(metricsBehind.permissions, { chain: chain.id }, Math.max(0, head - read));
  }
}

/** Reads some of the blocks after the last one. */
async function lookAhead(at: Look): Promise<boolean> {
  const { context, chain, tries } = at;
  const { store } = context;
  const { number: head, hash } = await readHeadBlock(chain);
  const known = await lastBlocks(store, chain.id);
  const [last] = known;
  const behind = last === undefined ? 0 : Math.max(0, head - last.number);
  context.metrics.set(metricsBehind.transfers, { chain: chain.id }, behind);
  if (last === undefined || head - last.number > MAX_BEHIND) {
    await requireChain(chain);
    // Once others are remembered, blocks that were replaced meanwhile are not looked at any more.
    if (last !== undefined && await goBack(at, known)) return true;
    await begin(at, last ?? null, head);
    return last !== undefined;
  }
  if (head > last.number) {
    // One that fails may be too large to be asked for beside others.
    const to = tries.count > 0 ? last.number + 1 : Math.min(head, last.number + MAX_TOGETHER);
    return await readOn(at, known, to) || to < head;
  }
  const same = known.find(({ number }) => number === head);
  return same !== undefined && hash !== same.hash && await goBack(at, known);
}

/** Begins with a block, and reads those after it from now on. */
async function begin({ context, chain }: Look, last: BlockPlace | null, head: number) {
  const number = last === null ? head : head - MAX_BEHIND;
  if (last !== null) {
    context.log("warn", "transfers_left_out", { chain: chain.id, from: last.number + 1, number });
  }
  const hash = await blockHash(chain, number);
  if (hash === null) throw nodeBehind(1);
  // Events of blocks that no process has followed may be of ones that were replaced since.
  const sure = last === null ? Math.max(-1, number - DEEP_BLOCKS) : last.number;
  await unreadPermissionsFrom(context.store, chain.id, sure + 1);
  await addBlocks(context.store, chain.id, last, { blocks: [{ number, hash }], rows: [] });
}

/** Reads the blocks up to a number; resolves with whether some were replaced by others. */
async function readOn(at: Look, known: readonly BlockPlace[], to: number): Promise<boolean> {
  const { context, chain, handlers, tries, signal } = at;
  const { store } = context;
  let last = known[0]!;
  const numbers = Array.from({ length: to - last.number }, (_, n) => last.number + 1 + n);
  const topics = handlers.flatMap((each) => each.topics);
  const reads = numbers.map((number) => readBlock(chain, number, { topics }));
  // Those after one that fails are not waited for.
  for (const read of reads) read.catch(() => {});
  for (const [index, read] of reads.entries()) {
    if (signal.aborted) return false;
    const next = await readNext(at, { number: numbers[index]!, read, last });
    if (next === null) return await goBack(at, await lastBlocks(store, chain.id));
    const { place, rows, approvals, permissions, touched, others, changes, unread = [] } = next;
    const write = async (tx: Store) => {
      for (const change of changes) await change.write(tx);
    };
    // If not, another process has gone on from there.
    const added = { blocks: [place], rows, approvals, permissions, write };
    if (!await addBlocks(store, chain.id, last, added)) return false;
    tries.count = 0;
    last = place;
    // A permission that pays in the native currency leaves no log but its own.
    for (const change of changes) await change.publish?.();
    const byOthers = deriveChanges(null, chain.id, others);
    const changed = byOthers.flatMap((change) =>
      change.type === "permissionsChanged" ? [{ account: change.address, id: change.id }] : []
    );
    tellPermissions(context, chain, [...changed, ...unread]);
    const spent = byOthers.flatMap(({ type, address }) =>
      type === "assetsChanged" ? [address] : []
    );
    tell(context, chain, [...touched, ...spent]);
  }
  return false;
}

/** A block, and what is kept of it. */
type Next = Recorded & {
  readonly place: BlockPlace;
  /** Changes of the handlers. */
  readonly changes: readonly BlockChange[];
  /** Permissions that changed by events that are not among the block's logs. */
  readonly unread?: readonly NamedPermission[];
};

/**
 * Reads what is kept of the block after `last`; `null` if another one precedes it. What no node tells
 * of it is left out after some tries, because the balances tell it as well. A node that does not
 * answer, or has no such block, is waited for longer.
 *
 * @throws {unknown} the error until then
 */
async function readNext(
  { context, chain, handlers, tries, interval }: Look,
  { number, read, last }: {
    readonly number: number;
    readonly read: Promise<ReadBlock>;
    readonly last: BlockPlace;
  },
): Promise<Next | null> {
  const record = async (block: ReadBlock): Promise<Next | null> => {
    if (block.parent !== last.hash) return null;
    const listeners = new Set(context.hub.addresses());
    const recorded = await recordBlock(context.store, chain, block, listeners);
    const read = await Promise.all(handlers.map((each) => each.read(chain, block)));
    const changes = read.filter((change) => change !== null);
    return { ...recorded, changes, place: { number: block.number, hash: block.hash } };
  };
  let block: ReadBlock | undefined;
  try {
    block = await read;
    return await record(block);
  } catch (error) {
    if (!isOfNode(error)) throw error;
    const isOften = tries.block === number && monotonic() - tries.at < interval;
    // Those who wait for the block have it looked at more often: that proves nothing.
    if (isOften) throw error;
    tries.count = tries.block === number ? tries.count + 1 : 1;
    tries.block = number;
    tries.at = monotonic();
    if (tries.count < (isRefusal(error) ? MAX_TRIES.refused : MAX_TRIES.unanswered)) throw error;
    // If its logs are known, it is the payments' receipts that are not.
    const rest = block === undefined
      ? await readWithoutTokens(chain, number, handlers)
      : { ...block, payments: [] };
    const recorded = await record(rest).catch((again) => {
      if (!isOfNode(again)) throw again;
      return record({ ...rest, payments: [] });
    });
    // Of the one contract, and at last of known accounts: these are never left out.
    const events = block === undefined
      ? await fetchBlockEvents(context.store, chain, rest.hash)
      : [];
    context.log("error", "transfers_left_out", { chain: chain.id, from: number, number }, error);
    if (recorded === null || block !== undefined) return recorded;
    const permissions = toRows(chain.id, events);
    return { ...recorded, permissions, unread: namesOf(permissions) };
  }
}

/** Reads a block for which no node lists all logs: each handler asks for its own. */
async function readWithoutTokens(
  chain: Chain,
  number: number,
  handlers: readonly BlockHandler[],
): Promise<ReadBlock> {
  const block = await readBlock(chain, number, { wanted: "none" });
  const logs = new Map<number, LogJson>();
  for (const { fetchLogs } of handlers) {
    for (const log of await fetchLogs(chain, block.hash)) logs.set(Number(log.logIndex), log);
  }
  const ordered = [...logs.values()].sort((a, b) => Number(a.logIndex) - Number(b.logIndex));
  return { ...block, logs: ordered };
}

/** Returns whether an error is a node's; the database's are not. */
function isOfNode(error: unknown): boolean {
  return error instanceof NodeError ||
    error instanceof AcctError && error.data.cause === "chain_down";
}

/** JSON-RPC code of a node that lists no more than so much. */
const TOO_MUCH = -32005;

/** Returns whether a node will not list a block later either: it is too large, or nodes never do. */
function isRefusal(error: unknown): boolean {
  return error instanceof NodeError && (error.code === TOO_MUCH || isUnsupported(error) ||
    /too (many|much|large|big)|more than|exceed|limit/i.test(error.message));
}

/** Takes back what a reorganisation replaced; the next look goes on from there. */
async function goBack(
  { context, chain, handlers }: Pick<Look, "context" | "chain" | "handlers">,
  known: readonly BlockPlace[],
): Promise<boolean> {
  const newest = known[0];
  if (newest === undefined) return false;
  let kept: BlockPlace | undefined;
  for (const block of known) {
    const hash = await blockHash(chain, block.number);
    // A node without a block at this height only lags.
    if (hash === null) throw nodeBehind(1);
    if (hash !== block.hash) continue;
    kept = block;
    break;
  }
  if (kept === newest) return false;
  let common = kept?.number ?? -1;
  if (kept === undefined) {
    // Deeper than what is remembered: all of that is read again.
    const number = Math.max(0, known.at(-1)!.number - 1);
    const hash = await blockHash(chain, number);
    if (hash === null) throw nodeBehind(1);
    kept = { number, hash };
    common = Math.max(common, number - DEEP_BLOCKS);
  }
  const after = kept.number;
  const hashes = known.flatMap(({ number, hash }) => number > after ? [hash] : []);
  const published: (() => void)[] = [];
  const write = async (tx: Store) => {
    for (const each of handlers) {
      const publish = await each.takeBack?.(tx, chain, { after, hashes });
      if (publish) published.push(publish);
    }
  };
  const taken = await takeBack(context.store, chain.id, { newest, kept, common, write });
  if (taken === null) return false;
  for (const publish of published) publish();
  context.log("warn", "transfers_taken_back", { chain: chain.id, to: kept.number });
  tellPermissions(context, chain, taken.permissions);
  tell(context, chain, taken.accounts);
  return true;
}
