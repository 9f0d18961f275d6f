/** Fetches the permission contract's events. @module */
import { type Hex, pad, slice } from "viem";
import { contracts } from "../../core/chain/contracts.ts";
import type { Chain } from "../chain/chain.ts";
import { fetchBlock, fetchRange, type LogSource, type RequireBlock } from "./backfill.ts";
import { knownAddresses } from "./recoveries.ts";
import type { Store } from "../store/store.ts";
import { isApproval, type PermissionEvent, readEvent, topics } from "./permission_logs.ts";

/** Accounts per request: nodes limit the alternatives of a topic. */
const MAX_TOPICS = 100;

/** Fetches the events in a range of blocks, in their order; see {@linkcode fetchRange}. */
export async function fetchEvents(
  store: Store,
  chain: Chain,
  from: number,
  to: number,
  requires?: RequireBlock,
): Promise<PermissionEvent[]> {
  const { logs } = await fetchRange(chain, { from, to }, sourceOf(store, chain), requires);
  return logs.map((log) => readEvent(log, chain.id));
}

/** Fetches the events in one block. */
export async function fetchBlockEvents(
  store: Store,
  chain: Chain,
  blockHash: Hex,
): Promise<PermissionEvent[]> {
  const { logs } = await fetchBlock(chain, blockHash, sourceOf(store, chain));
  return logs.map((log) => readEvent(log, chain.id));
}

function sourceOf(store: Store, chain: Chain): LogSource {
  const address = contracts.permissions;
  return {
    filter: { address, topics: [topics] },
    of: (accounts) => ({
      address,
      topics: [topics, null, accounts.map((each) => pad(each, { size: 32 }))],
    }),
    most: MAX_TOPICS,
    async accounts(before) {
      const granting = await store.selectFrom("permissions").select("account").distinct()
        .where("chain_id", "=", chain.id).execute();
      return [
        ...new Set([
          ...await knownAddresses(store),
          ...granting.map(({ account }) => account as Hex),
          ...before.filter(isApproval).map((log) => slice(log.topics[2]!, 12)),
        ]),
      ];
    },
  };
}
