/**
 * Reads from the chain's events which tokens an account ever let others take: by operations of this
 * service or another, by permits that anyone brought, in uses of permissions.
 *
 * @module
 */
import { type Address, type Hex, numberToHex, pad, toEventSelector } from "viem";
import type { Chain } from "../chain/chain.ts";
import { readEffects } from "../chain/effects.ts";
import type { LogJson } from "../chain/events.ts";
import { NodeError } from "../chain/node.ts";
import { addSeen, readProgress, type Seen } from "../store/seen_approvals.ts";
import { type FollowedBlocks, followedBlocks, followFrom } from "../store/followed_approvals.ts";
import type { Store } from "../store/store.ts";
import { knownAccounts } from "../store/transfers.ts";

/** Blocks that a reorganisation may replace; they are read again each time. */
const REORG_BLOCKS = 64;
/** Blocks per request where a node refuses more: the limit of public nodes. */
const MIN_BLOCKS = 2_000;
/** By how much a range shrinks that a node refuses. */
const SHRINK = 8;
/** Requests per call: one question of a client must not cost a node more. */
const MAX_REQUESTS = 40;

/** Events by which an account lets others take something; the account is their first topic. */
export const APPROVAL_TOPICS: readonly Hex[] = [
  "Approval(address,address,uint256)",
  "ApprovalForAll(address,address,bool)",
  "OperatorSet(address,address,bool)",
  "Approval(address,address,address,uint160,uint48)",
  "Permit(address,address,address,uint160,uint48,uint48)",
].map((signature) => toEventSelector(signature));

/** Reads that are running, by chain and account. */
const running = new WeakMap<Chain, Map<string, Promise<boolean>>>();

/**
 * Reads on to the chain's end, or as far as one call may; resolves with true at the end. The next
 * call continues. Callers of the same account share one read, which may have begun before theirs.
 *
 * @throws {AcctError} `chain_down`
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
  const head = Number(await chain.node.request<Hex>("eth_blockNumber"));
  const first = chain.config.permissionsFrom ?? 0;
  const progress = await readProgress(store, account, chain.id);
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
  let blocks = head - from + 1;
  for (let asked = 0; from <= head; asked++) {
    // Skips the blocks whose approvals the follower has stored.
    if (followed !== null && from >= followed.first && from <= followed.last) {
      from = followed.last + 1;
      if (from <= head) continue;
      break;
    }
    if (asked === MAX_REQUESTS) return false;
    const end = followed !== null && from < followed.first ? followed.first - 1 : head;
    const to = Math.min(from + blocks - 1, head, end);
    const logs = await fetchLogs(chain, account, from, to);
    if (logs === null) {
      blocks = Math.max(Math.ceil(blocks / SHRINK), MIN_BLOCKS);
      continue;
    }
    await addSeen(store, { ...place, block: to }, seenIn(account, logs));
    done = to;
    from = to + 1;
  }
  // The next call goes on from what the follower knew.
  if (followed !== null && from - 1 > (done ?? -1)) {
    await addSeen(store, { ...place, block: from - 1 }, []);
  }
  return true;
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

/** Fetches the events of a range; `null` if the node refuses a range of this size. */
async function fetchLogs(
  chain: Chain,
  account: Address,
  from: number,
  to: number,
): Promise<readonly LogJson[] | null> {
  try {
    return await chain.node.request<LogJson[]>("eth_getLogs", [{
      topics: [APPROVAL_TOPICS, pad(account, { size: 32 })],
      fromBlock: numberToHex(from),
      toBlock: numberToHex(to),
    }]);
  } catch (error) {
    if (!(error instanceof NodeError) || to - from < MIN_BLOCKS) throw error;
    return null;
  }
}

/** Reads the approvals of the logs, each once with its newest block. */
export function seenIn(account: Address, logs: readonly LogJson[]): Seen[] {
  const found = new Map<string, Seen>();
  for (const log of logs) {
    // One by one, since what is read of many at once is bounded.
    for (const { kind, token, spender, amount } of readEffects(account, [log]).approvals) {
      if (amount === 0n || kind === "item") continue;
      found.set(`${kind} ${token} ${spender.toLowerCase()}`, {
        kind,
        token,
        spender,
        block: Number(log.blockNumber),
      });
    }
  }
  return [...found.values()];
}
