/**
 * Reads from the chain's events which tokens an account ever let others take: by operations of this
 * service or another, by permits that anyone submitted, in uses of permissions.
 *
 * @module
 */
import type { Address, Hex } from "viem";
import type { Chain } from "../../chain/chain.ts";
import { nodeBehind } from "../../chain/state.ts";
import {
  addRead,
  followedBlocks,
  readProgress,
  setProgress,
} from "../../store/rows/approval_progress.ts";
import type { GivenApproval } from "../../store/rows/approvals.ts";
import type { Blocks } from "../../store/rows/permissions.ts";
import type { Store } from "../../store/store.ts";
import { knownAccounts } from "../../store/rows/transfers.ts";
import { approvalSource, nameOf, readApproval } from "../reading/approval_logs.ts";
import { createPace, fetchLogs, readNext } from "../reading/backfill.ts";
import { REORG_BLOCKS } from "../reading/evidence.ts";

/** Ranges per call: a request of a client must not cost a node more. */
const MAX_REQUESTS = 48;
/** Logs that are decoded without a break for other requests. */
const MAX_DECODED = 400;

/**
 * Continues reading towards the latest block, up to the limit of one call. Resolves with true once
 * it gets there. The next call continues. A block with more events than a node lists is read
 * incompletely, and the progress records this.
 *
 * @throws {AcctError} `chain_down`
 * @throws {NodeError} if the node refuses even one block
 */
export async function readApprovals(
  store: Store,
  chain: Chain,
  account: Address,
): Promise<boolean> {
  const place = { account, chainId: chain.id };
  const head = await readEnd(chain);
  const progress = await readProgress(store, place);
  const first = chain.config.permissionsFrom ?? 0;
  const done = progress?.block_number ?? first - 1;
  const followedFrom = progress?.followed_from ?? null;
  if (followedFrom === null && (await knownAccounts(store, [account.toLowerCase()])).size > 0) {
    // High enough that the follower cannot have read it yet, even if this node lags.
    await setProgress(store, place, { block_number: done, followed_from: head + REORG_BLOCKS });
  }
  const followed = followedFrom === null ? null : await followedBlocks(store, chain.id);
  const source = approvalSource(store, chain, account);
  const pace = createPace(head + 1);
  for (const { from, to } of gapsOf({ from: done + 1, to: head }, followed, followedFrom)) {
    for (let next = from; next <= to;) {
      if (pace.asked >= MAX_REQUESTS) return false;
      const part = await readNext(
        pace,
        { from: next, to },
        (blocks) => fetchLogs(chain, blocks, source),
      );
      const { logs, whole: isWhole } = part.found;
      const given = new Map<string, GivenApproval>();
      for (const [index, log] of logs.entries()) {
        if (index % MAX_DECODED === MAX_DECODED - 1) await new Promise((run) => setTimeout(run, 0));
        const approval = readApproval(account, log);
        if (approval !== null) given.set(nameOf(approval), approval);
      }
      await addRead(store, place, [...given.values()], { block: part.to, isWhole });
      next = part.to + 1;
    }
  }
  // A reorganisation may replace the blocks after it: the next call reads these again.
  const final = Math.max(first - 1, head - REORG_BLOCKS);
  await setProgress(store, place, { block_number: final });
  return true;
}

/** Returns the blocks for which the follower stores no approvals of an account. */
function gapsOf(blocks: Blocks, followed: Blocks | null, followedFrom: number | null): Blocks[] {
  if (followed === null) return [blocks];
  const from = Math.max(followed.from, followedFrom ?? 0);
  if (from > followed.to) return [blocks];
  return [
    { from: blocks.from, to: Math.min(from - 1, blocks.to) },
    { from: Math.max(followed.to + 1, blocks.from), to: blocks.to },
  ];
}

/**
 * Reads the number of the latest block. A node may lag a little, since the next call continues from
 * there.
 *
 * @throws {AcctError} `chain_down` if the block is far from the observed ones
 */
async function readEnd({ node, heads }: Chain): Promise<number> {
  const latest = ["latest", false] as const;
  const block = await node.request<{ number: Hex; hash: Hex }>("eth_getBlockByNumber", latest);
  const number = Number(block.number);
  const away = heads.see({ number, hash: block.hash });
  if (away > 0 && Math.abs(number - heads.top()) > REORG_BLOCKS) throw nodeBehind(away);
  return number;
}
