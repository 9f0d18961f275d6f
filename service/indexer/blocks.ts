/**
 * Reads a chain's blocks: the next blocks, the blocks before the followed ones, and the blocks
 * replaced by a reorganisation.
 *
 * @module
 */
import { AcctError } from "../../core/ground/errors.ts";
import type { Chain } from "../chain/chain.ts";
import type { LogJson } from "../chain/node/events.ts";
import { NodeError } from "../chain/node/node.ts";
import type { IndexerContext } from "./reading/context.ts";
import type { Pace } from "./reading/backfill.ts";
import { deriveChanges } from "./transfers/changes.ts";
import { readHeadBlock, REORG_BLOCKS, requireHash } from "./reading/evidence.ts";
import type { BlockChange, BlockHandler } from "./reading/handler.ts";
import { readRange } from "./permissions/permission_index.ts";
import { fetchPermissions } from "./permissions/permission_logs.ts";
import {
  type NamedPermission,
  namesOf,
  permissionsReadTo,
  unreadPermissionsFrom,
} from "../store/rows/permissions.ts";
import type { Store } from "../store/store.ts";
import { addBlock, type BlockPlace, lastBlocks, takeBack } from "../store/rows/transfers.ts";
import { type ReadBlock, readBlock } from "./reading/read_block.ts";
import { recordBlock, type Recorded } from "./transfers/block_transfers.ts";
import { tell, tellPermissions } from "./publish.ts";

/** Blocks that are requested together. */
const MAX_TOGETHER = 8;
/** Maximum blocks to read after a pause of the service; older ones are skipped. */
const MAX_BEHIND = 50_000;
/** Polls after which the logs of a block are skipped that no node lists. */
const MAX_TRIES = 15;
/**
 * Blocks before the remembered ones with permission events to read again after a reorganisation of
 * all of these. The number exceeds the permitted lag of a list, so lists are rejected until then.
 */
const DEEP_BLOCKS = 1_000;

/** Metrics of blocks that are not read yet. */
export const metricsBehind = {
  transfers: "acct_transfer_blocks_behind",
  permissions: "acct_permission_blocks_behind",
} as const;

/**
 * Failures of the next block, and the number of blocks that nodes list per request for earlier
 * ones.
 */
export interface Tries {
  count: number;
  /** Sizes of the ranges before the followed blocks. */
  readonly pace: Pace;
}

/** State of a poll of one chain. */
export interface Look {
  readonly context: IndexerContext;
  readonly chain: Chain;
  readonly tries: Tries;
  readonly handlers: readonly BlockHandler[];
  readonly signal: AbortSignal;
}

/**
 * Reads some of the blocks since the last poll. Resolves with whether more blocks remain. Missing
 * data of transfers does not delay permissions, and the reverse.
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
 * Reads permission events from some of the blocks before the followed ones. Includes blocks that
 * the follower has still to read, if no reorganisation can replace them.
 */
async function lookBack({ context, chain, handlers, tries }: Look): Promise<boolean> {
  const { store, metrics } = context;
  const [last] = await lastBlocks(store, chain.id, 1);
  if (last === undefined) return false;
  const head = chain.heads.top();
  try {
    const isAhead = head - REORG_BLOCKS > last.number && head - last.number <= MAX_BEHIND;
    const to = isAhead ? head - REORG_BLOCKS : last.number;
    return await readRange(store, chain, to, tries.pace, handlers);
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
    // As soon as new blocks are stored, blocks that were replaced in the meantime are no longer
    // checked.
    if (last !== undefined && await goBack(at, known)) return true;
    await begin(at, last ?? null, head);
    return last !== undefined;
  }
  if (head > last.number) {
    // A failing block may be too large for a concurrent request.
    const to = tries.count > 0 ? last.number + 1 : Math.min(head, last.number + MAX_TOGETHER);
    return await readOn(at, known, to);
  }
  const same = known.find(({ number }) => number === head);
  return same !== undefined && hash !== same.hash && await goBack(at, known);
}

/** Starts with a block, and reads the following ones from now on. */
async function begin({ context, chain }: Look, last: BlockPlace | null, head: number) {
  const number = last === null ? head : head - MAX_BEHIND;
  if (last !== null) {
    context.log("warn", "transfers_left_out", { chain: chain.id, from: last.number + 1, number });
  }
  const hash = await requireHash(chain, number);
  // Events of blocks that no process followed may belong to blocks that were replaced since.
  const sure = last === null ? Math.max(-1, number - DEEP_BLOCKS) : last.number;
  await unreadPermissionsFrom(context.store, chain.id, sure + 1);
  await addBlock(context.store, chain.id, last, { block: { number, hash } });
}

/** Reads the blocks up to a number; resolves with whether it is worth to go on immediately. */
async function readOn(at: Look, known: readonly BlockPlace[], to: number): Promise<boolean> {
  const { context, chain, handlers, tries, signal } = at;
  const { store } = context;
  let last = known[0]!;
  const numbers = Array.from({ length: to - last.number }, (_, n) => last.number + 1 + n);
  const topics = handlers.flatMap((each) => each.topics);
  const reads = numbers.map((number) => readBlock(chain, number, { topics }));
  // Reads after a failed block are not awaited.
  for (const read of reads) read.catch(() => {});
  for (const [index, read] of reads.entries()) {
    if (signal.aborted) return false;
    const next = await readNext(at, { number: numbers[index]!, read, last });
    if (next === null) return await goBack(at, await lastBlocks(store, chain.id));
    const { place, rows, permissions, touched, others, changes, unread = [] } = next;
    const write = async (tx: Store) => {
      for (const change of changes) await change.write(tx);
    };
    // Otherwise another process has already continued from there.
    const added = { block: place, rows, permissions, write };
    if (!await addBlock(store, chain.id, last, added)) return false;
    tries.count = 0;
    last = place;
    // A permission that pays in the native currency emits only its own log.
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
  return to < chain.heads.top();
}

/** A block and its stored data. */
type Next = Recorded & {
  readonly place: BlockPlace;
  /** Changes of the handlers. */
  readonly changes: readonly BlockChange[];
  /** Permissions that changed by events that are not among the block's logs. */
  readonly unread?: readonly NamedPermission[];
};

/**
 * Reads the data to store of the block after `last`. Returns `null` if its parent is a different
 * block. Token logs that no node lists are skipped after some tries, because the balances contain
 * them too. A block that no node has is never skipped.
 *
 * @throws {unknown} the error, until then
 */
async function readNext(
  { context, chain, handlers, tries }: Look,
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
    if (++tries.count < MAX_TRIES) throw error;
    // If its logs are known, it is the payments' receipts that are not.
    const rest = block === undefined
      ? await readWithoutTokens(chain, number, handlers)
      : { ...block, payments: [] };
    const recorded = await record(rest);
    context.log("error", "transfers_left_out", { chain: chain.id, from: number, number }, error);
    if (recorded === null || block !== undefined) return recorded;
    // Logs of the single permission contract, and finally of known accounts: these are never
    // skipped.
    const permissions = await fetchPermissions(context.store, chain, { blockHash: rest.hash });
    return { ...recorded, permissions, unread: namesOf(permissions) };
  }
}

/**
 * Reads a block without a complete list of logs from any node. Each handler requests its own logs.
 */
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

/** Rolls back blocks that a reorganisation replaced. The next poll continues from there. */
async function goBack(
  { context, chain, handlers }: Pick<Look, "context" | "chain" | "handlers">,
  known: readonly BlockPlace[],
): Promise<boolean> {
  const newest = known[0];
  if (newest === undefined) return false;
  let kept: BlockPlace | undefined;
  for (const block of known) {
    if (await requireHash(chain, block.number) !== block.hash) continue;
    kept = block;
    break;
  }
  if (kept === newest) return false;
  let common = kept?.number ?? -1;
  if (kept === undefined) {
    // The reorganisation is deeper than the remembered blocks: all of them are read again.
    const number = Math.max(0, known.at(-1)!.number - 1);
    kept = { number, hash: await requireHash(chain, number) };
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
