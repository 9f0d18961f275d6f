/**
 * Decides which approvals of a block are kept: those of accounts whose approvals were asked for. Any
 * contract can emit such an event for any account: of contracts that the operator does not list only
 * so many are kept, and an account that has more of them is read from the chain when it asks.
 *
 * @module
 */
import type { Address } from "viem";
import { APPROVAL_TOPICS } from "./approval_logs.ts";
import { seenIn } from "./account_approvals.ts";
import type { Chain } from "../chain/chain.ts";
import { PERMIT2 } from "../chain/effects.ts";
import type { Seen } from "../store/seen_approvals.ts";
import type { Store } from "../store/store.ts";
import {
  countSeen,
  followedAccounts,
  type FollowedApprovals,
} from "../store/followed_approvals.ts";
import { executedBy, readAddress } from "./decode.ts";
import type { ReadBlock } from "./read_block.ts";

/** Stored approvals of an account on a chain beyond which the follower keeps no strangers'. */
export const MAX_FOLLOWED = 300;

/** Sorts out the approvals of a block; `listed` are tokens that the operator vouches for. */
export async function readBlockApprovals(
  store: Store,
  chain: Pick<Chain, "id">,
  block: Pick<ReadBlock, "number" | "logs">,
  listed: ReadonlySet<string>,
): Promise<FollowedApprovals> {
  const origins = executedBy(block.logs);
  const all = block.logs.flatMap((log, index) => {
    const account = APPROVAL_TOPICS.some((topic) => topic === log.topics[0])
      ? readAddress(log.topics[1])
      : null;
    if (account === null) return [];
    const emitter = log.address.toLowerCase();
    // Neither lets a stranger say that the account approved something.
    const isTrue = listed.has(emitter) || emitter === PERMIT2.toLowerCase() ||
      origins[index]?.sender === account;
    return [{ log, account, isTrue }];
  });
  const accounts = [...new Set(all.map(({ account }) => account))];
  const followed = await followedAccounts(store, chain.id, accounts, block.number);
  const counts = new Map(await countSeen(store, chain.id, [...followed]));
  const seen = new Map<string, Map<string, Seen>>();
  const flooded = new Set<string>();
  for (const { log, account, isTrue } of all) {
    if (!followed.has(account)) continue;
    const own = seen.get(account) ?? new Map<string, Seen>();
    for (const one of seenIn(account as Address, [log])) {
      const key = `${one.kind} ${one.token} ${one.spender.toLowerCase()}`;
      // The same approval again, which an emitter can repeat without end, is one row.
      const count = (counts.get(account) ?? 0) + (own.has(key) ? 0 : 1);
      if (!isTrue && count > MAX_FOLLOWED) flooded.add(account);
      else {
        counts.set(account, count);
        seen.set(account, own.set(key, one));
      }
    }
  }
  return {
    seen: new Map([...seen].map(([account, own]) => [account, [...own.values()]])),
    flooded: [...flooded],
  };
}
