/**
 * Fetches the permission contract's events. Anyone can make it emit more than a node lists at once: the
 * range gets smaller then, and of a single block only events of known accounts are read.
 *
 * @module
 */
import { type Hex, numberToHex, pad, slice } from "viem";
import { contracts } from "../../core/chain/contracts.ts";
import type { Chain } from "../chain/chain.ts";
import { NodeError } from "../chain/node.ts";
import { knownAddresses } from "./recoveries.ts";
import type { Store } from "../store/store.ts";
import {
  isApproval,
  type PermissionEvent,
  type RawLog,
  readEvent,
  topics,
} from "./permission_logs.ts";

/** Accounts per request: nodes limit the alternatives of a topic. */
const MAX_TOPICS = 100;

/** Checks that a node has a block; throws otherwise. */
export type RequireBlock = (block: number) => Promise<void>;

/**
 * Fetches the events in a range of blocks, in their order. `requires` is called together with each
 * request, for its last block, so that one machine answers both: one that lags lists nothing of what
 * it lacks.
 */
export async function fetchEvents(
  store: Store,
  chain: Chain,
  from: number,
  to: number,
  requires: RequireBlock = () => Promise.resolve(),
): Promise<PermissionEvent[]> {
  const logs = await fetchLogs({ store, chain, requires }, [from, to]);
  return logs.map((log) => readEvent(log, chain.id));
}

/** Fetches the events in one block; a node without the block refuses, instead of listing none. */
export async function fetchBlockEvents(
  store: Store,
  chain: Chain,
  blockHash: Hex,
): Promise<PermissionEvent[]> {
  const logs = await ask(chain, { blockHash }, [topics]).catch((error) => {
    if (!(error instanceof NodeError)) throw error;
    const requires = () => Promise.resolve();
    return fetchKnown({ store, chain, requires }, { blockHash }, []);
  });
  return logs.map((log) => readEvent(log, chain.id));
}

/** Where to look: a range of blocks, or a block. */
type Place = { readonly fromBlock: Hex; readonly toBlock: Hex } | { readonly blockHash: Hex };

/** A chain to read, and how its nodes are checked. */
interface Source {
  readonly store: Store;
  readonly chain: Chain;
  readonly requires: RequireBlock;
}

/** `before` are those of the blocks just before the range, which are not stored yet. */
async function fetchLogs(
  source: Source,
  [from, to]: readonly [from: number, to: number],
  before: readonly RawLog[] = [],
): Promise<RawLog[]> {
  const place = { fromBlock: numberToHex(from), toBlock: numberToHex(to) };
  try {
    const [logs] = await Promise.all([ask(source.chain, place, [topics]), source.requires(to)]);
    return logs;
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    if (from === to) return await fetchKnown(source, place, before);
  }
  const middle = Math.floor((from + to) / 2);
  const first = await fetchLogs(source, [from, middle], before);
  return [...first, ...await fetchLogs(source, [middle + 1, to], [...before, ...first])];
}

/** Fetches the events of known accounts in one block; none of an account that filled it itself. */
async function fetchKnown(
  { store, chain, requires }: Source,
  place: Place,
  before: readonly RawLog[],
): Promise<RawLog[]> {
  const ofAccounts = async (accounts: readonly Hex[]) => {
    const [logs] = await Promise.all([
      ask(chain, place, [topics, null, accounts.map((each) => pad(each, { size: 32 }))]),
      "toBlock" in place ? requires(Number(place.toBlock)) : undefined,
    ]);
    return logs;
  };
  // A node that refuses this, of which there is nothing, is ill.
  await ofAccounts(["0x00"]);
  const granting = await store.selectFrom("permissions").select("account").distinct()
    .where("chain_id", "=", chain.id).execute();
  const accounts = [
    ...new Set([
      ...await knownAddresses(store),
      ...granting.map(({ account }) => account as Hex),
      ...before.filter(isApproval).map((log) => slice(log.topics[2]!, 12)),
    ]),
  ];
  const found: RawLog[] = [];
  for (let at = 0, count = MAX_TOPICS; at < accounts.length;) {
    const some = accounts.slice(at, at + count);
    try {
      found.push(...await ofAccounts(some));
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      count = Math.ceil(some.length / 2);
      if (some.length > 1) continue;
    }
    at += some.length;
    count = Math.min(MAX_TOPICS, count * 2);
  }
  return found.sort((a, b) => Number(a.logIndex) - Number(b.logIndex));
}

function ask(
  { node }: Chain,
  place: Place,
  wanted: readonly (readonly Hex[] | null)[],
): Promise<RawLog[]> {
  return node.request<RawLog[]>("eth_getLogs", [{
    address: contracts.permissions,
    topics: wanted,
    ...place,
  }]);
}
