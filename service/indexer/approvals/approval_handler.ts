/**
 * Stores the approvals in blocks, for accounts whose approvals were requested. Any contract can
 * emit such an event for any account. Of contracts that the operator does not list, only a limited
 * number is stored. An account with more of them is read from the chain.
 *
 * @module
 */
import type { Address } from "viem";
import { PERMIT2 } from "../../chain/simulation/effects.ts";
import { listedTokens } from "../../chain/listed.ts";
import {
  followedAccounts,
  followedBlocks,
  setFollowedBlocks,
  setProgress,
} from "../../store/rows/approval_progress.ts";
import { type GivenApproval, putApprovals } from "../../store/rows/approvals.ts";
import type { Store } from "../../store/store.ts";
import { APPROVAL_TOPICS, nameOf, readApproval } from "../reading/approval_logs.ts";
import { executedBy, readAddress } from "../reading/decode.ts";
import type { BlockHandler } from "../reading/handler.ts";
import type { ReadBlock } from "../reading/read_block.ts";

/**
 * Maximum stored approvals of an account on a chain; above it the follower stores no strangers'
 * events.
 */
export const MAX_FOLLOWED = 300;

/** Creates the handler; `readBlock` fetches its logs where the operator has transfers followed. */
export function approvalHandler(store: Store): BlockHandler {
  return {
    topics: [],
    async read(chain, block) {
      const listed = listedTokens(chain);
      const { seen, flooded } = await select(store, chain.id, block, listed);
      return {
        async write(tx) {
          const before = await followedBlocks(tx, chain.id);
          const isNext = before?.to === block.number - 1;
          const from = !block.whole ? block.number + 1 : isNext ? before.from : block.number;
          await setFollowedBlocks(tx, chain.id, { from, to: block.number });
          for (const [account, given] of seen) {
            await putApprovals(tx, { account, chainId: chain.id }, [...given.values()]);
          }
          for (const account of flooded) {
            const place = { account, chainId: chain.id };
            await setProgress(tx, place, { followed_from: block.number + 1 });
          }
        },
      };
    },
    fetchLogs: () => Promise.resolve([]),
    /**
     * Requests that the blocks are read again. Approvals of replaced blocks stay: the chain is
     * asked later which ones are active.
     */
    async takeBack(tx, chain, { after }) {
      const blocks = await followedBlocks(tx, chain.id);
      if (blocks === null || blocks.to <= after) return;
      await setFollowedBlocks(tx, chain.id, { ...blocks, to: after });
    },
  };
}

/** Returns the approvals to store by account, and the accounts above the limit. */
async function select(
  store: Store,
  chainId: number,
  block: ReadBlock,
  listed: ReadonlySet<string>,
) {
  const origins = executedBy(block.logs);
  const all = block.logs.flatMap((log, index) => {
    const account = APPROVAL_TOPICS.some((topic) => topic === log.topics[0])
      ? readAddress(log.topics[1])
      : null;
    if (account === null) return [];
    const emitter = log.address.toLowerCase();
    // Neither a listed token nor Permit2 lets a stranger emit an approval for the account.
    const isTrue = listed.has(emitter) || emitter === PERMIT2.toLowerCase() ||
      origins[index]?.sender === account;
    return [{ log, account, isTrue }];
  });
  const accounts = [...new Set(all.map(({ account }) => account))];
  const counts = await followedAccounts(store, chainId, accounts, block.number);
  const seen = new Map<string, Map<string, GivenApproval>>();
  const flooded = new Set<string>();
  for (const { log, account, isTrue } of all) {
    const count = counts.get(account);
    const given = count === undefined ? null : readApproval(account as Address, log);
    if (given === null) continue;
    const own = seen.get(account) ?? new Map<string, GivenApproval>();
    // A repetition of the same approval, which an emitter can emit without end, is one row.
    const rows = count! + own.size + (own.has(nameOf(given)) ? 0 : 1);
    if (!isTrue && rows > MAX_FOLLOWED) flooded.add(account);
    else seen.set(account, own.set(nameOf(given), given));
  }
  return { seen, flooded };
}
