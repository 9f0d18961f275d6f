/** Finds operations onchain by their events, and the logs that belong to them. @module */
import { decodeEventLog, type Hex, hexToNumber, numberToHex, toEventSelector } from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import type { CallsStatusJson } from "../../../core/wire/calls_status.ts";
import { isChainFailure, readable } from "./failure.ts";
import { type Node, NodeError } from "./node.ts";

/** Log in the node's format. */
export interface LogJson {
  readonly address: Hex;
  readonly data: Hex;
  readonly topics: readonly Hex[];
  readonly transactionHash: Hex;
  readonly blockHash: Hex;
  readonly blockNumber: Hex;
  /** Index in the block. */
  readonly logIndex: Hex;
}

/** Receipt in the node's format. */
export interface ReceiptJson {
  readonly transactionHash: Hex;
  readonly blockHash: Hex;
  readonly blockNumber: Hex;
  readonly from: Hex;
  readonly gasUsed: Hex;
  readonly logs: readonly LogJson[];
}

/** Operation that landed onchain. */
export interface Landed {
  readonly txHash: Hex;
  readonly blockHash: Hex;
  readonly blockNumber: number;
  readonly success: boolean;
  readonly actualGasCost: bigint;
  readonly actualGasUsed: bigint;
  readonly sender: Hex;
  readonly nonce: bigint;
  readonly paymaster: Hex;
  /** Logs of this operation, in the node's format. */
  readonly logs: readonly LogJson[];
  /** Receipt of the transaction. */
  readonly transaction: ReceiptJson;
  /** EIP-5792 receipt with the logs of this operation only. */
  readonly receipt: NonNullable<CallsStatusJson["receipts"]>[number];
}

/** Topic of the EntryPoint's event for an operation. */
export const USER_OPERATION_EVENT = toEventSelector(
  "UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)",
);
const BEFORE_EXECUTION = toEventSelector("BeforeExecution()");

/**
 * Finds an operation by its event; null if it is not onchain.
 *
 * @throws {AcctError} `chain_down`, also for a receipt that cannot be read
 */
export async function findLanded(
  node: Node,
  hash: Hex,
  fromBlock: Hex | "earliest",
): Promise<Landed | null> {
  const { found, failures } = await search(node, [hash], fromBlock);
  const landed = found.get(hash) ?? null;
  if (landed === null && failures.length > 0) throw failures[0];
  return landed;
}

/** Blocks per request, for nodes that limit the range. */
const MAX_BLOCKS = 2_000;

/** Fetches the operations' events from a block on. */
async function fetchEvents(
  node: Node,
  hashes: readonly Hex[],
  fromBlock: Hex | "earliest",
): Promise<LogJson[]> {
  const ask = (from: Hex | "earliest", to: Hex | "latest") =>
    node.request<LogJson[]>("eth_getLogs", [{
      address: ENTRY_POINT,
      topics: [USER_OPERATION_EVENT, hashes],
      fromBlock: from,
      toBlock: to,
    }]);
  try {
    return await ask(fromBlock, "latest");
  } catch (error) {
    if (!(error instanceof NodeError) || fromBlock === "earliest") throw error;
    const head = Number(await node.request<Hex>("eth_blockNumber"));
    const first = Number(fromBlock);
    if (head - first <= MAX_BLOCKS) throw error;
    const found: LogJson[] = [];
    for (let from = first; from <= head; from += MAX_BLOCKS) {
      found.push(
        ...await ask(numberToHex(from), numberToHex(Math.min(from + MAX_BLOCKS - 1, head))),
      );
    }
    return found;
  }
}

/** Hashes per request: nodes limit the alternatives of a topic. */
const MAX_TOPICS = 100;

/**
 * Finds many operations together. Operations that are not onchain or have an unreadable receipt are
 * omitted.
 */
export async function findLandedAmong(
  node: Node,
  hashes: readonly Hex[],
  fromBlock: Hex | "earliest",
): Promise<ReadonlyMap<Hex, Landed>> {
  return (await search(node, hashes, fromBlock)).found;
}

/** Finds operations. A failure affects only its own receipt. */
async function search(
  node: Node,
  hashes: readonly Hex[],
  fromBlock: Hex | "earliest",
): Promise<{ readonly found: ReadonlyMap<Hex, Landed>; readonly failures: readonly unknown[] }> {
  const groups: Hex[][] = [];
  for (let at = 0; at < hashes.length; at += MAX_TOPICS) {
    groups.push(hashes.slice(at, at + MAX_TOPICS));
  }
  const logs = await Promise.all(groups.map((group) => fetchEvents(node, group, fromBlock)));
  const transactions = [...new Set(logs.flat().map((log) => log.transactionHash))];
  const receipts = await Promise.allSettled(
    transactions.map((hash) =>
      node.request<ReceiptJson | null>("eth_getTransactionReceipt", [hash])
    ),
  );
  const found = new Map<Hex, Landed>();
  const failures: unknown[] = [];
  for (const read of receipts) {
    if (read.status === "rejected") failures.push(read.reason);
    // A reorganisation may have removed the block between the two requests.
    if (read.status === "rejected" || read.value === null) continue;
    try {
      for (const hash of hashes) {
        const landed = readLanded(read.value, hash);
        if (landed !== null) found.set(hash, landed);
      }
    } catch (error) {
      failures.push(error);
    }
  }
  const fault = failures.find((each) => !isChainFailure(each));
  if (fault !== undefined) throw fault;
  return { found, failures };
}

/** Reads an operation from its transaction's receipt; null if the receipt lacks it. */
export function readLanded(transaction: ReceiptJson, hash: Hex): Landed | null {
  const { logs } = transaction;
  let start = 0;
  for (const [index, log] of logs.entries()) {
    if (log.address.toLowerCase() !== ENTRY_POINT.toLowerCase()) continue;
    if (log.topics[0] === BEFORE_EXECUTION) start = index + 1;
    if (log.topics[0] !== USER_OPERATION_EVENT) continue;
    if (log.topics[1]?.toLowerCase() !== hash.toLowerCase()) {
      start = index + 1;
      continue;
    }
    const { args } = readable(() =>
      decodeEventLog({
        abi: entryPoint08Abi,
        eventName: "UserOperationEvent",
        data: log.data,
        topics: log.topics as [Hex, ...Hex[]],
      })
    );
    return {
      txHash: transaction.transactionHash,
      blockHash: transaction.blockHash,
      blockNumber: hexToNumber(transaction.blockNumber),
      success: args.success,
      actualGasCost: args.actualGasCost,
      actualGasUsed: args.actualGasUsed,
      sender: args.sender,
      nonce: args.nonce,
      paymaster: args.paymaster,
      logs: logs.slice(start, index),
      transaction,
      receipt: {
        logs: logs.slice(start, index).map(({ address, data, topics }) => ({
          address,
          data,
          topics,
        })),
        status: args.success ? "0x1" : "0x0",
        blockHash: transaction.blockHash,
        blockNumber: transaction.blockNumber,
        gasUsed: `0x${args.actualGasUsed.toString(16)}`,
        transactionHash: transaction.transactionHash,
      },
    };
  }
  return null;
}
