/** What the chain says of an operation: its event, and the logs that are its own. @module */
import { decodeEventLog, type Hex, hexToNumber, numberToHex, toEventSelector } from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import type { CallsStatusJson } from "../../core/protocol/service/mod.ts";
import { type Node, NodeError } from "./node.ts";

/** A log as nodes give it. */
export interface LogJson {
  readonly address: Hex;
  readonly data: Hex;
  readonly topics: readonly Hex[];
  readonly transactionHash: Hex;
  readonly blockHash: Hex;
  readonly blockNumber: Hex;
}

/** A receipt as nodes give it. */
export interface ReceiptJson {
  readonly transactionHash: Hex;
  readonly blockHash: Hex;
  readonly blockNumber: Hex;
  readonly from: Hex;
  readonly gasUsed: Hex;
  readonly logs: readonly LogJson[];
}

/** An operation on the chain. */
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
  /** The operation's own logs, as the node gave them. */
  readonly logs: readonly LogJson[];
  /** The transaction's receipt. */
  readonly transaction: ReceiptJson;
  /** EIP-5792 receipt, with the operation's own logs only. */
  readonly receipt: NonNullable<CallsStatusJson["receipts"]>[number];
}

/** The EntryPoint's event of an operation. */
export const USER_OPERATION_EVENT = toEventSelector(
  "UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)",
);
const BEFORE_EXECUTION = toEventSelector("BeforeExecution()");

/** Looks an operation up by its event; null while the chain does not hold it. */
export async function findLanded(
  node: Node,
  hash: Hex,
  fromBlock: Hex | "earliest",
): Promise<Landed | null> {
  return (await findLandedAmong(node, [hash], fromBlock)).get(hash) ?? null;
}

/** Blocks per question, where a node refuses to look at all of them at once. */
const RANGE = 2_000;

/** The operations' events from a block on. */
async function eventsOf(
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
    if (head - first <= RANGE) throw error;
    const found: LogJson[] = [];
    for (let from = first; from <= head; from += RANGE) {
      found.push(
        ...await ask(numberToHex(from), numberToHex(Math.min(from + RANGE - 1, head))),
      );
    }
    return found;
  }
}

/** Hashes that one question names: what nodes allow as alternatives of a topic. */
const ALTERNATIVES = 100;

/** Looks many operations up at once; those that the chain does not hold are left out. */
export async function findLandedAmong(
  node: Node,
  hashes: readonly Hex[],
  fromBlock: Hex | "earliest",
): Promise<Map<Hex, Landed>> {
  const groups: Hex[][] = [];
  for (let at = 0; at < hashes.length; at += ALTERNATIVES) {
    groups.push(hashes.slice(at, at + ALTERNATIVES));
  }
  const logs = await Promise.all(groups.map((group) => eventsOf(node, group, fromBlock)));
  const transactions = [...new Set(logs.flat().map((log) => log.transactionHash))];
  const receipts = await Promise.all(
    transactions.map((hash) =>
      node.request<ReceiptJson | null>("eth_getTransactionReceipt", [hash])
    ),
  );
  const found = new Map<Hex, Landed>();
  for (const receipt of receipts) {
    // Between the two answers the block may have been reorganised away.
    if (receipt === null) continue;
    for (const hash of hashes) {
      const landed = readLanded(receipt, hash);
      if (landed !== null) found.set(hash, landed);
    }
  }
  return found;
}

/** Reads an operation out of its transaction's receipt; null if it is not in there. */
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
    const { args } = decodeEventLog({
      abi: entryPoint08Abi,
      eventName: "UserOperationEvent",
      data: log.data,
      topics: log.topics as [Hex, ...Hex[]],
    });
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
