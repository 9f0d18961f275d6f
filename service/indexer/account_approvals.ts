/**
 * Reads from the chain's events which tokens an account ever let others take: by operations of this
 * service or another, by permits that anyone brought, in uses of permissions.
 *
 * @module
 */
import type { Address, Hex } from "viem";
import type { Chain } from "../chain/chain.ts";
import { readEffects } from "../chain/effects.ts";
import type { LogJson } from "../chain/events.ts";
import { nodeBehind } from "../chain/state.ts";
import { givenIn } from "../store/approvals.ts";
import { addSeen, readProgress, type Seen } from "../store/seen_approvals.ts";
import { type FollowedBlocks, followedBlocks, followFrom } from "../store/followed_approvals.ts";
import type { Store } from "../store/store.ts";
import { knownAccounts } from "../store/transfers.ts";
import { fetchKnown, fetchLogs, type Wanted } from "./approval_logs.ts";
import { createPace, type Pace } from "./pace.ts";

/** Blocks that a reorganisation may replace; they are read again each time. */
const REORG_BLOCKS = 64;
/** Logs of a block that are read together: what is read of more is bounded. */
const MAX_TOGETHER = 40;
/** Logs that are read at a stretch. */
const MAX_PIECE = 400;
/** Requests per call: one question of a client must not cost a node more. */
const MAX_REQUESTS = 40;

/** Reads that are running, by chain and account. */
const running = new WeakMap<Chain, Map<string, Promise<boolean>>>();

/**
 * Reads on to the chain's end, or as far as one call may; resolves with true at the end. The next
 * call continues. Of ranges with more events than a node lists some are left out, which the progress
 * says. Callers of the same account share one read, which may have begun before theirs.
 *
 * @throws {AcctError} `chain_down`
 * @throws {NodeError} if the node refuses even one block
 */
export function readApprovals(store: Store, chain: Chain, account: Address): Promise<boolean> {
  const reads = running.get(chain) ?? new Map<string, Promise<boolean>>();
  running.set(chain, reads);
  const id = account.toLowerCase();
  // One that runs already may have read past the last event: wait for it and read again.
  const read = (reads.get(id) ?? Promise.resolve()).catch(() => {}).then(() =>
    catchUp(store, chain, account)
  ).finally(() => reads.get(id) === read && reads.delete(id));
  reads.set(id, read);
  return read;
}

async function catchUp(store: Store, chain: Chain, account: Address): Promise<boolean> {
  const place = { account, chainId: chain.id };
  const isKnown = (await knownAccounts(store, [account.toLowerCase()])).size === 1;
  const stored = await readProgress(store, account, chain.id);
  const head = await readEnd(chain, stored?.done ?? -1);
  const first = chain.config.permissionsFrom ?? 0;
  // A block that the chain does not have was a node's mistake: how far was read is not known.
  const progress = stored !== null && stored.done > head + REORG_BLOCKS ? null : stored;
  if (isKnown && (progress === null || progress.followedFrom === null)) {
    // So late that the follower cannot have read it yet, also if this node lags.
    const block = head + REORG_BLOCKS;
    await followFrom(store, place, { block, done: progress?.done ?? first - 1 });
  }
  let from = progress === null
    ? first
    : Math.max(first, Math.min(progress.done, head) - REORG_BLOCKS);
  const followed = await followedPart(store, chain, progress?.followedFrom ?? null);
  let done = progress?.done ?? null;
  const pace = createPace(head - from + 1);
  for (let asked = 0; from <= head;) {
    // Skips the blocks whose approvals the follower has stored.
    if (followed !== null && from >= followed.first && from <= followed.last) {
      from = followed.last + 1;
      if (from <= head) continue;
      break;
    }
    if (asked >= MAX_REQUESTS) return false;
    const end = followed !== null && from < followed.first ? followed.first - 1 : head;
    const to = Math.min(from + pace.blocks() - 1, head, end);
    const read = await readRange(store, chain, { account, from, to, pace });
    asked += read.asked;
    if (read.seen === null) continue;
    await addSeen(store, { ...place, block: to, leftOut: !read.whole }, read.seen);
    done = to;
    from = to + 1;
  }
  // The next call goes on from what the follower knew.
  if (followed !== null && from - 1 > (done ?? -1)) {
    await addSeen(store, { ...place, block: from - 1 }, []);
  }
  return true;
}

/**
 * Reads the number of the latest block. A node that lags a little is as good, since the next call goes
 * on from there; `done` is the last block that was read.
 *
 * @throws {AcctError} `chain_down` if the block lies too far ahead to be believed, or so far behind
 * that what was read seems not to exist
 */
async function readEnd({ node, heads }: Chain, done: number): Promise<number> {
  const latest = ["latest", false] as const;
  const block = await node.request<{ number: Hex; hash: Hex }>("eth_getBlockByNumber", latest);
  const number = Number(block.number);
  const away = heads.see({ number, hash: block.hash });
  const isFar = number > heads.top() || done > number + REORG_BLOCKS;
  if (away > 0 && isFar) throw nodeBehind(away);
  return number;
}

/** Returns the blocks whose approvals of an account the follower keeps; `null` if there are none. */
async function followedPart(
  store: Store,
  chain: Chain,
  followedFrom: number | null,
): Promise<FollowedBlocks | null> {
  const blocks = followedFrom === null ? null : await followedBlocks(store, chain.id);
  if (blocks === null) return null;
  const first = Math.max(blocks.first, followedFrom!);
  return first > blocks.last ? null : { first, last: blocks.last };
}

/** Result of reading a range. */
interface Read {
  readonly seen: readonly Seen[];
  /** False if the range holds more. */
  readonly whole: boolean;
  /** Requests that it took. */
  readonly asked: number;
}

/** Reads a range; `seen` is `null` if a smaller one is to be read first. */
async function readRange(
  store: Store,
  chain: Chain,
  { pace, ...wanted }: Wanted & { readonly pace: Pace },
): Promise<Read | { readonly seen: null; readonly asked: number }> {
  const { account, from, to } = wanted;
  const logs = await fetchLogs(chain, wanted);
  if (logs !== null) {
    pace.listed(to);
    return { seen: await seenAmong(account, logs), whole: true, asked: 1 };
  }
  if (pace.refused(from, to)) return { seen: null, asked: 1 };
  const known = await fetchKnown(store, chain, wanted);
  if (known === null) {
    pace.tooWide(from, to);
    return { seen: null, asked: 2 };
  }
  pace.passed();
  // Approvals by the account's operations are known without the chain.
  const given = known.whole ? [] : await givenIn(store, account, chain.id, { from, to });
  const seen = await seenAmong(account, known.logs, given);
  return { seen, whole: known.whole, asked: 1 + known.asked };
}

/** Reads the approvals of the logs, each once with its newest block. */
export function seenIn(account: Address, logs: readonly LogJson[]): Seen[] {
  const found = new Map<string, Seen>();
  collect(found, account, logs);
  return [...found.values()];
}

/** Reads the same, and lets the process answer others meanwhile; `given` are known already. */
async function seenAmong(
  account: Address,
  logs: readonly LogJson[],
  given: readonly Seen[] = [],
): Promise<Seen[]> {
  const found = new Map(given.map((each) => [keyOf(each), each]));
  for (let at = 0; at < logs.length; at += MAX_PIECE) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve, 0));
    collect(found, account, logs.slice(at, at + MAX_PIECE));
  }
  return [...found.values()];
}

function collect(found: Map<string, Seen>, account: Address, logs: readonly LogJson[]): void {
  for (let at = 0, end = 0; at < logs.length; at = end) {
    const { blockNumber } = logs[at]!;
    while (end < at + MAX_TOGETHER && logs[end]?.blockNumber === blockNumber) end++;
    // An amount of 0 must not hide another one before.
    const some = logs.slice(at, end).filter(({ data }) => !/^0x0{64}/.test(data));
    for (const { kind, token, spender, amount } of readEffects(account, some).approvals) {
      if (amount === 0n || kind === "item") continue;
      const one = { kind, token, spender, block: Number(blockNumber) };
      found.set(keyOf(one), one);
    }
  }
}

function keyOf({ kind, token, spender }: Seen): string {
  return `${kind} ${token} ${spender.toLowerCase()}`;
}
