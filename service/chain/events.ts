/** What the chain says of an operation: its event, and the logs that are its own. @module */
import { decodeEventLog, type Hex, hexToNumber, toEventSelector } from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import type { CallsStatusJson } from "../../core/service/protocol.ts";
import type { Node } from "./node.ts";

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

const USER_OPERATION_EVENT = toEventSelector(
  "UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)",
);
const BEFORE_EXECUTION = toEventSelector("BeforeExecution()");

/** Looks an operation up by its event; null while the chain does not hold it. */
export async function findLanded(
  node: Node,
  hash: Hex,
  fromBlock: Hex | "earliest",
): Promise<Landed | null> {
  const logs = await node.request<LogJson[]>("eth_getLogs", [{
    address: ENTRY_POINT,
    topics: [USER_OPERATION_EVENT, hash],
    fromBlock,
    toBlock: "latest",
  }]);
  const event = logs.at(-1);
  if (event === undefined) return null;
  const transaction = await node.request<ReceiptJson | null>("eth_getTransactionReceipt", [
    event.transactionHash,
  ]);
  // Between the two answers the block may have been reorganised away.
  return transaction === null ? null : readLanded(transaction, hash);
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
