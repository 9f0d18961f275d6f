/** Reads what a block tells of transfers. @module */
import { Bloom } from "ox";
import { type Address, type Hex, numberToHex, toEventSelector } from "viem";
import { permissionsAbi } from "../../contracts/artifacts/permissions_abi.ts";
import { APPROVAL_TOPICS } from "../approvals/logs.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import type { Chain } from "../chain/chain.ts";
import { type ReceiptJson, USER_OPERATION_EVENT } from "../chain/events.ts";
import { isUnsupported, NodeError } from "../chain/node.ts";
import { nodeBehind } from "../chain/state.ts";
import {
  BEFORE_EXECUTION,
  type PlacedLog,
  TRANSFER,
  TRANSFER_BATCH,
  TRANSFER_SINGLE,
} from "./decode.ts";

/** Transfers and events of a block, before anything is known of accounts. */
export interface ReadBlock {
  readonly number: number;
  readonly hash: Hex;
  readonly parent: Hex;
  /** Unix seconds. */
  readonly time: number;
  /** Transfers and approvals of tokens, operations, and events of permissions, in their order. */
  readonly logs: readonly PlacedLog[];
  /** False if the logs were left out. */
  readonly whole: boolean;
  /** Transactions that send the native currency. */
  readonly payments: readonly Payment[];
}

/** Transaction that sends the native currency to an address by itself; it may have failed. */
export interface Payment {
  readonly hash: Hex;
  /** Index in the block. */
  readonly index: number;
  readonly from: Address;
  readonly to: Address;
  readonly value: bigint;
}

const moves = [
  TRANSFER,
  TRANSFER_SINGLE,
  TRANSFER_BATCH,
  USER_OPERATION_EVENT,
  ...APPROVAL_TOPICS,
];
const topics = [
  ...moves,
  BEFORE_EXECUTION,
  ...permissionsAbi.filter((item) => item.type === "event").map((event) => toEventSelector(event)),
];

/** Block in the node's format. */
interface BlockJson {
  readonly number: Hex;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timestamp: Hex;
  /** Bloom filter of what its logs name. */
  readonly logsBloom?: Hex;
  readonly transactions: readonly (Hex | {
    readonly hash: Hex;
    readonly transactionIndex: Hex;
    readonly from: Address;
    readonly to: Address | null;
    readonly value: Hex;
  })[];
}

/**
 * Reads a block. The logs are asked for by its hash, so that a node without the block says so and
 * answers for no other one.
 *
 * @throws {AcctError} `chain_down` if the node does not have it
 * @throws {NodeError} if the node refuses to list its logs
 */
export async function readBlock(
  chain: Chain,
  number: number,
  { logs = true }: { readonly logs?: boolean } = {},
): Promise<ReadBlock> {
  const withPayments = chain.config.transfers !== "tokens";
  const block = await chain.reads.request<BlockJson | null>("eth_getBlockByNumber", [
    numberToHex(number),
    withPayments,
  ]);
  if (block === null) throw nodeBehind(1);
  return {
    number,
    hash: block.hash,
    parent: block.parentHash,
    time: Number(block.timestamp),
    logs: logs ? await readLogs(chain, block) : [],
    whole: logs,
    payments: block.transactions.flatMap((each): Payment[] => {
      if (typeof each === "string" || each.to === null || BigInt(each.value) === 0n) return [];
      return [{
        hash: each.hash,
        index: Number(each.transactionIndex),
        from: each.from.toLowerCase() as Address,
        to: each.to.toLowerCase() as Address,
        value: BigInt(each.value),
      }];
    }),
  };
}

/**
 * Reads the logs; from the receipts if the node does not list so many, or lists none where the block
 * says that there are some.
 */
async function readLogs(chain: Chain, block: BlockJson): Promise<readonly PlacedLog[]> {
  const { hash: blockHash, logsBloom } = block;
  const filter = [{ blockHash, topics: [topics] }];
  const logs = await chain.reads.request<PlacedLog[]>("eth_getLogs", filter).catch((error) => {
    if (!(error instanceof NodeError)) throw error;
    return logsOfReceipts(chain, blockHash, () => {
      throw error;
    });
  });
  const listed = logs.length === 0 && moves.some((topic) => mayHold(logsBloom, topic))
    ? await logsOfReceipts(chain, blockHash, () => [])
    : logs;
  if (listed.some((log) => log.blockHash !== blockHash)) {
    throw new AcctError("chain_down", { detail: "The node answered with logs of another block." });
  }
  return listed;
}

/** Receipt with its logs' places, and whether its transaction succeeded. */
export type PlacedReceipt =
  & Omit<ReceiptJson, "logs">
  & { readonly logs: readonly PlacedLog[]; readonly status?: Hex };

/**
 * Reads the receipts of a block; `null` from a node that has no such method.
 *
 * @throws {AcctError} `chain_down` if the node does not have the block
 */
export async function readReceipts(
  { reads }: Chain,
  blockHash: Hex,
): Promise<readonly PlacedReceipt[] | null> {
  try {
    const receipts = await reads.request<readonly PlacedReceipt[] | null>(
      "eth_getBlockReceipts",
      [blockHash],
    );
    if (receipts === null) throw nodeBehind(1);
    return receipts;
  } catch (error) {
    if (isUnsupported(error)) return null;
    throw error;
  }
}

async function logsOfReceipts(
  chain: Chain,
  blockHash: Hex,
  otherwise: () => readonly PlacedLog[],
): Promise<readonly PlacedLog[]> {
  const receipts = await readReceipts(chain, blockHash);
  if (receipts === null) return otherwise();
  return receipts.flatMap(({ logs }) => logs)
    .filter(({ topics: [topic] }) => topics.some((each) => each === topic));
}

/** Returns whether a block's bloom filter allows for a log with a topic; an odd filter does not. */
function mayHold(bloom: Hex | undefined, topic: Hex): boolean {
  return bloom !== undefined && Bloom.validate(bloom) && Bloom.contains(bloom, topic);
}
