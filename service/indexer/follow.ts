/**
 * Follows each chain for transfers and permissions that did not come about by this service. Of all
 * processes on a database one follows a chain, by a lease; it writes what it reads and tells the
 * others, whose load on the nodes does not grow with accounts, listeners or processes.
 *
 * @module
 */
import { AcctError } from "../../core/protocol/errors.ts";
import type { Chain } from "../chain/chain.ts";
import { isUnsupported, NodeError } from "../chain/node.ts";
import { nodeBehind } from "../chain/state.ts";
import type { Context } from "../main/context.ts";
import { monotonic } from "../lib/monotonic.ts";
import { deriveChanges } from "./changes.ts";
import { blockHash, readHeadBlock, REORG_BLOCKS, requireChain } from "./evidence.ts";
import { fetchBlockEvents } from "./permission_events.ts";
import { MAX_BLOCKS, readRange } from "./permission_index.ts";
import { toRows } from "./permission_logs.ts";
import { endLease, takeLease } from "../store/leases.ts";
import {
  type NamedPermission,
  namesOf,
  permissionsReadTo,
  unreadPermissionsFrom,
} from "../store/permissions.ts";
import { addBlocks, type BlockPlace, lastBlocks, takeBack } from "../store/transfers.ts";
import { type ReadBlock, readBlock } from "./read_block.ts";
import { recordBlock, type Recorded } from "./record.ts";
import { tell, tellPermissions } from "./tell.ts";

/** Follows the blocks of all chains. */
export interface TransferFollower {
  /** Begins. */
  start(): void;
  /** Looks at a chain soon: something happened there. */
  wake(chainId: number): void;
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
const BEHIND = "acct_transfer_blocks_behind";
const PERMISSIONS_BEHIND = "acct_permission_blocks_behind";

/** Options of {@linkcode createTransferFollower}. */
export interface FollowerOptions {
  /** Milliseconds between looks at a chain; shorter in tests. */
  readonly interval?: number | undefined;
  /** Milliseconds until the lease of a process that ended without a word is over; shorter in tests. */
  readonly lease?: number | undefined;
}

/** Creates the follower of a process that follows nothing; `wake` reaches those that do. */
export function remoteFollower(wake: (chainId: number) => void): TransferFollower {
  return { start() {}, wake, stop: () => Promise.resolve() };
}

/** Creates the follower. The context is read lazily, because it holds the follower. */
export function createTransferFollower(
  context: () => Context,
  { interval = INTERVAL_MS, lease = LEASE_MS }: FollowerOptions = {},
): TransferFollower {
  const holder = crypto.randomUUID();
  const stopped = new AbortController();
  const { signal } = stopped;
  const wakers = new Map<number, () => void>();

  async function follow(chain: Chain): Promise<void> {
    const name = `transfers ${chain.id}`;
    const tries: Tries = { block: -1, count: 0, at: -Infinity, range: MAX_BLOCKS };
    while (!signal.aborted) {
      let again = false;
      let woken: number = WOKEN_MS.well;
      try {
        const { store } = context();
        if (await takeLease(store, name, lease, holder)) {
          again = await look({ context: context(), chain, tries, interval, signal });
        } else {
          for (const metric of [BEHIND, PERMISSIONS_BEHIND]) {
            context().metrics.set(metric, { chain: chain.id }, 0);
          }
        }
      } catch (error) {
        woken = WOKEN_MS.failed;
        // A node that is down, or behind, is asked again later.
        if (!(error instanceof AcctError || error instanceof NodeError)) {
          context().log("error", "transfers", { chain: chain.id }, error);
        }
      }
      if (!again) await pause(chain.id, woken);
    }
    await endLease(context().store, name, holder).catch(() => {});
  }

  /** Waits for the next look; at least for some time, if it is woken. */
  function pause(chainId: number, woken: number): Promise<void> {
    const earliest = monotonic() + Math.min(woken, interval);
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        wakers.delete(chainId);
        signal.removeEventListener("abort", end);
        resolve();
      };
      let timer = setTimeout(end, interval);
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
    start() {
      following = [...context().chains.values()].map(follow);
    },
    wake: (chainId) => wakers.get(chainId)?.(),
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

/** Block that could not be read, how often that was tried, and what else failed. */
interface Tries {
  block: number;
  count: number;
  /** Milliseconds at which the last of them counted. */
  at: number;
  /** Blocks before the followed ones that are asked for at once: a slow node lists less in time. */
  range: number;
}

/** A look at one chain. */
interface Look {
  readonly context: Context;
  readonly chain: Chain;
  readonly tries: Tries;
  readonly interval: number;
  readonly signal: AbortSignal;
}

/**
 * Reads some of the blocks since the last look; resolves with whether there is more to do. Neither
 * transfers nor permissions wait for what a node does not tell of the others.
 */
async function look(at: Look): Promise<boolean> {
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
async function lookBack({ context, chain, tries }: Look): Promise<boolean> {
  const { store, metrics } = context;
  const [last] = await lastBlocks(store, chain.id, 1);
  if (last === undefined) return false;
  const head = chain.heads.top();
  try {
    const isAhead = head - REORG_BLOCKS > last.number && head - last.number <= MAX_BEHIND;
    const to = isAhead ? head - REORG_BLOCKS : last.number;
    const isMore = await readRange(store, chain, to, tries.range);
    tries.range = Math.min(2 * tries.range, MAX_BLOCKS);
    return isMore;
  } catch (error) {
    if (error instanceof AcctError) tries.range = Math.ceil(tries.range / 2);
    throw error;
  } finally {
    const read = await permissionsReadTo(store, chain.id) ?? 0;
    metrics.set(PERMISSIONS_BEHIND, { chain: chain.id }, Math.max(0, head - read));
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
  context.metrics.set(BEHIND, { chain: chain.id }, behind);
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
  const { context, chain, tries, signal } = at;
  const { store } = context;
  let last = known[0]!;
  const numbers = Array.from({ length: to - last.number }, (_, n) => last.number + 1 + n);
  const reads = numbers.map((number) => readBlock(chain, number));
  // Those after one that fails are not waited for.
  for (const read of reads) read.catch(() => {});
  for (const [index, read] of reads.entries()) {
    if (signal.aborted) return false;
    const next = await readNext(at, { number: numbers[index]!, read, last });
    if (next === null) return await goBack(at, await lastBlocks(store, chain.id));
    const { place, rows, approvals, permissions, touched, others, unread = [] } = next;
    // If not, another process has gone on from there.
    const added = { blocks: [place], rows, approvals, permissions };
    if (!await addBlocks(store, chain.id, last, added)) return false;
    tries.count = 0;
    last = place;
    // A permission that pays in the native currency leaves no log but its own.
    const changes = deriveChanges(null, chain.id, others);
    const changed = changes.flatMap((change) =>
      change.type === "permissionsChanged" ? [{ account: change.address, id: change.id }] : []
    );
    tellPermissions(context, chain, [...changed, ...unread]);
    const spent = changes.flatMap(({ type, address }) => type === "assetsChanged" ? [address] : []);
    tell(context, chain, [...touched, ...spent]);
  }
  return false;
}

/** A block, and what is kept of it. */
type Next = Recorded & {
  readonly place: BlockPlace;
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
  { context, chain, tries, interval }: Look,
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
    return { ...recorded, place: { number: block.number, hash: block.hash } };
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
      ? await readBlock(chain, number, "none")
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
  { context, chain }: Pick<Look, "context" | "chain">,
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
  const taken = await takeBack(context.store, chain.id, { newest, kept, common });
  if (taken === null) return false;
  context.log("warn", "transfers_taken_back", { chain: chain.id, to: kept.number });
  tellPermissions(context, chain, taken.permissions);
  tell(context, chain, taken.accounts);
  return true;
}
