/** Reads a block and the logs that the follower needs. @module */
import { Bloom } from "ox";
import { type Address, type Hex, numberToHex, toEventSelector } from "viem";
import { permissionsAbi } from "../../../contracts/artifacts/permissions_abi.ts";
import { APPROVAL_TOPICS } from "./approval_logs.ts";
import { contracts } from "../../../core/chain/contracts.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import type { Chain } from "../../chain/chain.ts";
import { type LogJson, type ReceiptJson, USER_OPERATION_EVENT } from "../../chain/node/events.ts";
import { isUnsupported, NodeError } from "../../chain/node/node.ts";
import { isAddress, isObject, isQuantity, isSafe, isWord } from "../../chain/node/shapes.ts";
import { nodeBehind } from "../../chain/state.ts";
import { BEFORE_EXECUTION, TRANSFER, TRANSFER_BATCH, TRANSFER_SINGLE } from "./decode.ts";

/** Transfers and events of a block, before accounts are looked up. */
export interface ReadBlock {
  readonly number: number;
  readonly hash: Hex;
  readonly parent: Hex;
  /** Unix seconds. */
  readonly time: number;
  /** Transfers and approvals of tokens, operations, and events of permissions, in their order. */
  readonly logs: readonly LogJson[];
  /** False if token logs were skipped. */
  readonly whole: boolean;
  /** Transactions that send the native currency. */
  readonly payments: readonly Payment[];
  /**
   * Reads the receipt of one of its transactions, once for all handlers; `null` if no node has it.
   */
  receiptOf(transaction: Hex): Promise<ReceiptJson | null>;
}

/** Transaction that directly sends the native currency to an address; it may have failed. */
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
  ...APPROVAL_TOPICS,
];
const permissionTopics = permissionsAbi.filter((item) => item.type === "event")
  .map((event) => toEventSelector(event));
/** Event of ERC-1967 for a new implementation of an account. */
export const UPGRADED = toEventSelector("Upgraded(address)");
/** Logs to read: with transfers and approvals, without them, or none. */
export type WantedLogs = "all" | "essential" | "none";

/** Options of {@linkcode readBlock}. */
export interface ReadOptions {
  /** Default: by the chain's configuration. */
  readonly wanted?: WantedLogs;
  /** Topics of additional logs for the handlers. */
  readonly topics?: readonly Hex[];
}

/** Block in the node's format. */
interface BlockJson {
  readonly number: Hex;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timestamp: Hex;
  /** Bloom filter of the contracts and topics of its logs. */
  readonly logsBloom?: Hex;
  /** Transactions as returned by the node if they were requested; hashes otherwise. */
  readonly transactions?: readonly unknown[];
}

/**
 * Reads a block. The logs are requested by its hash, so that a node without the block returns an
 * error and not the logs of another block.
 *
 * @throws {AcctError} `chain_down` if the node does not have it
 * @throws {NodeError} if the node refuses to list its logs
 */
export async function readBlock(
  chain: Chain,
  number: number,
  {
    wanted = chain.config.transfers === "off" ? "essential" : "all",
    topics = [],
  }: ReadOptions = {},
): Promise<ReadBlock> {
  const withPayments = wanted === "all" && (chain.config.transfers ?? "all") === "all";
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
    logs: wanted === "none" ? [] : await readLogs(chain, block, [
      ...wanted === "all" ? moves : [],
      USER_OPERATION_EVENT,
      ...topics,
    ]),
    whole: wanted === "all",
    payments: withPayments ? (block.transactions ?? []).flatMap(readPayment) : [],
    receiptOf: receiptsOf(chain, block.hash),
  };
}

/** Creates a reader of the receipts of a block, which reads each of them once. */
export function receiptsOf(chain: Pick<Chain, "node">, blockHash: Hex): ReadBlock["receiptOf"] {
  const read = new Map<Hex, Promise<ReceiptJson | null>>();
  return (transaction) => {
    const receipt = read.get(transaction) ?? readReceipt(chain, blockHash, transaction);
    read.set(transaction, receipt);
    receipt.catch(() => read.delete(transaction));
    return receipt;
  };
}

/** Pauses before a receipt is requested again from a node that lags, in milliseconds. */
const PAUSES_MS = [50, 150, 400] as const;

/** Reads a receipt of a block; `null` if no node has it. */
async function readReceipt(
  { node }: Pick<Chain, "node">,
  blockHash: Hex,
  transaction: Hex,
): Promise<ReceiptJson | null> {
  for (const wait of [0, ...PAUSES_MS]) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const receipt = await node.request<ReceiptJson | null>("eth_getTransactionReceipt", [
      transaction,
    ]);
    if (receipt?.blockHash === blockHash) return receipt;
  }
  return null;
}

/**
 * Reads a transaction that sends value. A malformed one is skipped, so that it does not block the
 * others.
 */
function readPayment(transaction: unknown): Payment[] {
  if (!isObject(transaction)) return [];
  const { hash, transactionIndex, from, to, value } = transaction;
  // Some nodes omit the receiver if a contract is created.
  const isRead = isWord(hash) && isSafe(transactionIndex) && isAddress(from) && isAddress(to) &&
    isQuantity(value) && BigInt(value) > 0n;
  if (!isRead) return [];
  return [{
    hash,
    index: Number(transactionIndex),
    from: from.toLowerCase() as Address,
    to: to.toLowerCase() as Address,
    value: BigInt(value),
  }];
}

/**
 * Reads the logs. Reads them from the receipts if the node does not list so many, or lists none
 * although the block contains some.
 */
async function readLogs(
  chain: Chain,
  { hash: blockHash, logsBloom }: BlockJson,
  wanted: readonly Hex[],
): Promise<readonly LogJson[]> {
  const topics = [...wanted, BEFORE_EXECUTION, UPGRADED, ...permissionTopics];
  const fromReceipts = async (otherwise: () => readonly LogJson[]) => {
    const receipts = await readReceipts(chain, blockHash);
    if (receipts === null) return otherwise();
    return receipts.flatMap(({ logs }) => logs)
      .filter(({ topics: [topic = "0x"] }) => topics.includes(topic));
  };
  const filter = [{ blockHash, topics: [topics] }];
  const logs = await chain.reads.request<LogJson[]>("eth_getLogs", filter).catch((error) => {
    if (!(error instanceof NodeError)) throw error;
    return fromReceipts(() => {
      throw error;
    });
  });
  const listed = logs.length === 0 && wanted.some((topic) => mayHold(logsBloom, topic))
    ? await fromReceipts(() => [])
    : logs;
  refuseOthers(listed, blockHash);
  // A node that omits some logs must not hide a permission or its end.
  const isEmitter = permissionTopics.some((topic) => mayHold(logsBloom, topic)) &&
    mayHold(logsBloom, contracts.permissions);
  if (!isEmitter) return listed;
  const known = new Set(listed.map(({ logIndex }) => Number(logIndex)));
  const rest = (await readPermissionLogs(chain, blockHash))
    .filter(({ logIndex }) => !known.has(Number(logIndex)));
  return rest.length === 0 ? listed : inOrder([...listed, ...rest]);
}

/** Reads the logs of the permission contract. */
async function readPermissionLogs(chain: Chain, blockHash: Hex): Promise<readonly LogJson[]> {
  const filter = [{ blockHash, address: contracts.permissions, topics: [permissionTopics] }];
  const logs = await chain.reads.request<LogJson[]>("eth_getLogs", filter);
  refuseOthers(logs, blockHash);
  return logs;
}

function inOrder(logs: readonly LogJson[]): readonly LogJson[] {
  return logs.toSorted((a, b) => Number(a.logIndex) - Number(b.logIndex));
}

function refuseOthers(logs: readonly LogJson[], blockHash: Hex): void {
  if (logs.every((log) => log.blockHash === blockHash)) return;
  throw new AcctError("chain_down", { detail: "The node answered with logs of another block." });
}

/** Receipt with the status of its transaction. */
export type FullReceipt = ReceiptJson & { readonly status?: Hex };

/**
 * Reads the receipts of a block; `null` from a node that has no such method.
 *
 * @throws {AcctError} `chain_down` if the node does not have the block
 */
export async function readReceipts(
  { reads }: Chain,
  blockHash: Hex,
): Promise<readonly FullReceipt[] | null> {
  try {
    const receipts = await reads.request<readonly FullReceipt[] | null>(
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

/**
 * Returns whether a block's bloom filter may contain a log with a topic, or of a contract. A
 * malformed filter does not.
 */
function mayHold(bloom: Hex | undefined, item: Hex): boolean {
  return bloom !== undefined && Bloom.validate(bloom) && Bloom.contains(bloom, item);
}
