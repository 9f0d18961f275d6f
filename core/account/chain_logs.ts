/** Reads events, including from nodes that limit the block range. @module */
import { type Address, type Hex, hexToBigInt, isAddress, isHex, numberToHex } from "viem";
import { AcctError } from "../ground/errors.ts";

/** Sends a JSON-RPC request to a node of the chain. */
export type ChainRead = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** An event log. */
export interface ChainLog {
  /** Emitter; any contract can emit any event. */
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly transactionHash: Hex;
}

/** Filter of `eth_getLogs`. */
export interface LogFilter {
  /** Emitter. Default: any. */
  readonly address?: Address;
  /** Topics in the format of `eth_getLogs`. */
  readonly topics: readonly (Hex | readonly Hex[] | null)[];
  /** First block; 0 by default. */
  readonly fromBlock?: bigint;
}

/** Requests per search: enough for 20 million blocks at 100,000 per response. */
const MAX_REQUESTS = 400;

/**
 * Reads the events of all blocks, oldest first. A range that the node rejects is split in half.
 *
 * @throws {AcctError} `chain_down` if the node does not respond, or limits the range too much
 */
export async function chainLogs(read: ChainRead, filter: LogFilter): Promise<ChainLog[]> {
  const { address, topics, fromBlock: first = 0n } = filter;
  const latest = await read("eth_blockNumber", []);
  if (!isHex(latest)) throw down("The node did not return its latest block.");
  let left = MAX_REQUESTS;

  const between = async (from: bigint, to: bigint): Promise<ChainLog[]> => {
    if (left-- <= 0) throw down("The node limits events to too few blocks per request.");
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
        throw error instanceof AcctError ? error : down("The node did not return events.", error);
      }
      const middle = (from + to) / 2n;
      return [...await between(from, middle), ...await between(middle + 1n, to)];
    }
    if (!Array.isArray(answer)) throw down("The node did not return a list of events.");
    return answer.filter(isLog);
  };

  return await between(first, hexToBigInt(latest));
}

/** Checks whether a smaller range may succeed. Nodes have no common error code for it. */
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
