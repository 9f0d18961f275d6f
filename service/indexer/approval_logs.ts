/**
 * Fetches the events of an account's approvals. Any contract can emit them for any account, in numbers
 * that no node lists: of a range that is full, those of tokens that are known are fetched.
 *
 * @module
 */
import { type Address, bytesToHex, type Hex, numberToHex, pad, toEventSelector } from "viem";
import type { Chain } from "../chain/chain.ts";
import { PERMIT2 } from "../chain/effects.ts";
import type { LogJson } from "../chain/events.ts";
import { listedTokens } from "../chain/listed.ts";
import { NodeError } from "../chain/node.ts";
import { listApprovals } from "../store/approvals.ts";
import type { Store } from "../store/store.ts";

/** Addresses per request: nodes limit them. */
const MAX_ADDRESSES = 100;
/** Requests for what is known of one range. */
const MAX_REQUESTS = 16;

/** Events by which an account lets others take something; the account is their first topic. */
export const APPROVAL_TOPICS: readonly Hex[] = [
  "Approval(address,address,uint256)",
  "ApprovalForAll(address,address,bool)",
  "OperatorSet(address,address,bool)",
  "Approval(address,address,address,uint160,uint48)",
  "Permit(address,address,address,uint160,uint48,uint48)",
].map((signature) => toEventSelector(signature));

/** Account and blocks whose events are fetched. */
export interface Wanted {
  readonly account: Address;
  readonly from: number;
  readonly to: number;
}

/** Events of a full range. */
export interface OfFull {
  readonly logs: readonly LogJson[];
  /** False if some were left out. */
  readonly whole: boolean;
  /** Requests that it took. */
  readonly asked: number;
}

/** Fetches the events of a range; `null` if the node refuses. */
export async function fetchLogs(
  chain: Chain,
  { account, from, to }: Wanted,
  emitters?: readonly string[],
): Promise<readonly LogJson[] | null> {
  try {
    return await ask(chain, pad(account, { size: 32 }), { from, to }, emitters);
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return null;
  }
}

/**
 * Fetches what is known of a range that the node refused: the events of tokens that the operator
 * lists or the account approved, and of Permit2. `null` if the node refuses so many blocks whatever
 * they hold.
 *
 * @throws {NodeError} if it refuses one block whatever it holds
 */
export async function fetchKnown(
  store: Store,
  chain: Chain,
  wanted: Wanted,
): Promise<OfFull | null> {
  // Of a random topic there is nothing, which no stranger can change.
  try {
    await ask(chain, bytesToHex(crypto.getRandomValues(new Uint8Array(32))), wanted);
  } catch (error) {
    if (!(error instanceof NodeError) || wanted.from === wanted.to) throw error;
    return null;
  }
  const again = await fetchLogs(chain, wanted);
  if (again !== null) return { logs: again, whole: true, asked: 2 };
  const used = await listApprovals(store, wanted.account, chain.id);
  const emitters = [
    ...new Set([
      PERMIT2.toLowerCase(),
      ...used.map(({ token }) => token),
      ...listedTokens(chain),
    ]),
  ];
  const logs: LogJson[] = [];
  let asked = 2;
  for (let at = 0, count = MAX_ADDRESSES; at < emitters.length && asked < MAX_REQUESTS; asked++) {
    const some = emitters.slice(at, at + count);
    const found = await fetchLogs(chain, wanted, some);
    logs.push(...found ?? []);
    if (found === null) count = Math.ceil(some.length / 2);
    if (found === null && some.length > 1) continue;
    at += some.length;
    count = Math.min(MAX_ADDRESSES, count * 2);
  }
  return { logs, whole: false, asked };
}

function ask(
  { node }: Chain,
  topic: Hex,
  { from, to }: Pick<Wanted, "from" | "to">,
  emitters?: readonly string[],
): Promise<LogJson[]> {
  return node.request<LogJson[]>("eth_getLogs", [{
    ...(emitters !== undefined && { address: emitters }),
    topics: [APPROVAL_TOPICS, topic],
    fromBlock: numberToHex(from),
    toBlock: numberToHex(to),
  }]);
}
