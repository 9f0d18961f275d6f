/** Events of a chain, also from nodes that answer for few blocks at once. @module */
import { type Address, type Hex, hexToBigInt, isAddress, isHex, numberToHex } from "viem";
import { AcctError } from "../protocol/errors.ts";

/** Asks a chain's node: any JSON-RPC will do. */
export type ChainRead = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** An event. */
export interface ChainLog {
  /** Who emitted it; any contract can emit anything. */
  readonly address: Address;
  /** Topics. */
  readonly topics: readonly Hex[];
  /** Data. */
  readonly data: Hex;
  /** The transaction. */
  readonly transactionHash: Hex;
}

/** What to look for. */
export interface LogFilter {
  /** Emitter; any if absent. */
  readonly address?: Address;
  /** Topics as `eth_getLogs` takes them. */
  readonly topics: readonly (Hex | readonly Hex[] | null)[];
  /** First block; 0 by default. */
  readonly fromBlock?: bigint;
}

/** Most requests for one look: a chain of 20 million blocks at 100,000 per answer. */
const MOST_REQUESTS = 400;

/**
 * The events of all blocks, oldest first. A range that the node refuses is asked for in halves.
 *
 * @throws {AcctError} `chain_down` if the node answers for too few blocks at once, or not at all
 */
export async function chainLogs(read: ChainRead, filter: LogFilter): Promise<ChainLog[]> {
  const { address, topics, fromBlock: first = 0n } = filter;
  const latest = await read("eth_blockNumber", []);
  if (!isHex(latest)) throw down("It does not say its latest block.");
  let left = MOST_REQUESTS;

  const between = async (from: bigint, to: bigint): Promise<ChainLog[]> => {
    if (left-- <= 0) throw down("It gives events for too few blocks at once.");
    let answer: unknown;
    try {
      answer = await read("eth_getLogs", [{
        ...(address !== undefined && { address }),
        topics,
        fromBlock: numberToHex(from),
        toBlock: numberToHex(to),
      }]);
    } catch (error) {
      if (from === to || !refusedRange(error)) {
        throw error instanceof AcctError ? error : down("It gives no events.", error);
      }
      const middle = (from + to) / 2n;
      return [...await between(from, middle), ...await between(middle + 1n, to)];
    }
    if (!Array.isArray(answer)) throw down("It gives no list of events.");
    return answer.filter(isLog);
  };

  return await between(first, hexToBigInt(latest));
}

/** Whether the node may answer for fewer blocks. Nodes have no common word for it. */
function refusedRange(error: unknown): boolean {
  if (!(error instanceof AcctError)) return true;
  const { cause, retryAfter } = error.data;
  return !["service_down", "chain_down", "aborted"].includes(cause) && retryAfter === undefined;
}

function isLog(value: unknown): value is ChainLog {
  const log = value as (ChainLog & { readonly removed?: unknown }) | null;
  return typeof log === "object" && log !== null && log.removed !== true &&
    isAddress(log.address) && isHex(log.data) && isHex(log.transactionHash) &&
    Array.isArray(log.topics) && log.topics.every((topic: unknown) => isHex(topic));
}

function down(detail: string, cause?: unknown): AcctError {
  return new AcctError("chain_down", { detail, cause });
}
