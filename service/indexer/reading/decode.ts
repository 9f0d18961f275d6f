/**
 * Reads transfers from a block's logs. Any contract can emit any event, so a transfer is only a
 * claim of its token. Logs with a different shape than the standards' are ignored.
 *
 * @module
 */
import { type Address, decodeAbiParameters, type Hex, size, slice, toEventSelector } from "viem";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { type LogJson, USER_OPERATION_EVENT } from "../../chain/node/events.ts";
import type { TransferTable } from "../../store/transfer_tables.ts";

/** Operation that emitted a log. */
export interface Origin {
  /** Operation hash. */
  readonly hash: Hex;
  /** Account that sent it, in lower case. */
  readonly sender: Address;
}

/** A transfer; addresses are in lower case. */
export interface Move {
  readonly kind: TransferTable["kind"];
  /** Contract; `null` for the native currency. */
  readonly token: Address | null;
  readonly from: Address;
  readonly to: Address;
  /** Id of an item. */
  readonly item: bigint | null;
  readonly amount: bigint;
  readonly position: number;
  readonly part: number;
  readonly txHash: Hex;
  /** Operation that did it; `null` if none did. */
  readonly origin: Origin | null;
}

/** ERC-20's and ERC-721's event. */
export const TRANSFER = toEventSelector("Transfer(address,address,uint256)");
/** ERC-1155's events. */
export const TRANSFER_SINGLE = toEventSelector(
  "TransferSingle(address,address,address,uint256,uint256)",
);
export const TRANSFER_BATCH = toEventSelector(
  "TransferBatch(address,address,address,uint256[],uint256[])",
);
/** EntryPoint's event between validations and executions. */
export const BEFORE_EXECUTION = toEventSelector("BeforeExecution()");

/** Items of one event that are read. */
const MAX_PARTS = 200;
/** Bytes of a batch of so many items, and of their heads. */
const MAX_ITEMS_BYTES = 32 * (4 + 2 * MAX_PARTS);

/** Reads the transfers from the logs of one block, in order. */
export function readMoves(logs: readonly LogJson[]): Move[] {
  const origins = readOrigins(logs);
  return logs.flatMap((log, index): Move[] => {
    const read = readTransfer(log);
    if (read === null) return [];
    const base = {
      token: log.address.toLowerCase() as Address,
      position: Number(log.logIndex),
      txHash: log.transactionHash,
    };
    return read.parts.flatMap(({ item, amount }, part): Move[] => {
      const { kind, from, to } = read;
      if (amount === 0n || from === to) return [];
      const origin = originOf(origins[index]!, [from, to]);
      return [{ ...base, kind, from, to, item, amount, part, origin }];
    });
  });
}

interface Transfer {
  readonly kind: Exclude<Move["kind"], "native">;
  readonly from: Address;
  readonly to: Address;
  readonly parts: readonly { readonly item: bigint | null; readonly amount: bigint }[];
}

/** Reads one log; `null` unless its topics and its data have a standard's exact form. */
function readTransfer({ topics, data }: LogJson): Transfer | null {
  const [event, first, second, third] = topics;
  if (event === TRANSFER) {
    const [from, to] = [readAddress(first), readAddress(second)];
    if (from === null || to === null) return null;
    if (topics.length === 3 && size(data) === 32) {
      return { kind: "erc20", from, to, parts: [{ item: null, amount: BigInt(data) }] };
    }
    if (topics.length !== 4 || size(data) !== 0 || size(third!) !== 32) return null;
    return { kind: "erc721", from, to, parts: [{ item: BigInt(third!), amount: 1n }] };
  }
  if (event !== TRANSFER_SINGLE && event !== TRANSFER_BATCH || topics.length !== 4) return null;
  const [from, to] = [readAddress(second), readAddress(third)];
  if (from === null || to === null) return null;
  const parts = event === TRANSFER_SINGLE ? readSingle(data) : readBatch(data);
  return parts === null ? null : { kind: "erc1155", from, to, parts };
}

function readSingle(data: Hex): Transfer["parts"] | null {
  if (size(data) !== 64) return null;
  return [{ item: BigInt(slice(data, 0, 32)), amount: BigInt(slice(data, 32, 64)) }];
}

function readBatch(data: Hex): Transfer["parts"] | null {
  if (size(data) < 128 || size(data) > MAX_ITEMS_BYTES) return null;
  try {
    const types = [{ type: "uint256[]" }, { type: "uint256[]" }] as const;
    const [ids, amounts] = decodeAbiParameters(types, data);
    if (ids.length !== amounts.length || size(data) !== 32 * (4 + 2 * ids.length)) return null;
    return ids.map((item, index) => ({ item, amount: amounts[index]! }));
  } catch {
    return null;
  }
}

/** Reads an address in a topic, in lower case; returns null if its upper bytes are not zero. */
export function readAddress(topic: Hex | undefined): Address | null {
  if (topic === undefined || !/^0x0{24}[0-9a-fA-F]{40}$/.test(topic)) return null;
  return `0x${topic.slice(26).toLowerCase()}`;
}

/** Operations to which a log may belong. */
interface Origins {
  /** The operation that executed it; `null` if none did. */
  readonly executed: Origin | null;
  /** Operations of its transaction, if it came before all executions. */
  readonly validated: readonly Origin[];
}

const NONE: Origins = { executed: null, validated: [] };

/**
 * Finds for each log the operation that emitted it: the operation whose event comes next. A log before
 * the executions belongs to one of the transaction's operations, which is charged its fee or
 * deployed at that point.
 */
function readOrigins(logs: readonly LogJson[]): Origins[] {
  const found: Origins[] = Array(logs.length);
  let transaction = "";
  let next: Origins = NONE;
  let all: Origin[] = [];
  for (let index = logs.length - 1; index >= 0; index--) {
    const log = logs[index]!;
    if (log.transactionHash !== transaction) {
      transaction = log.transactionHash;
      next = NONE;
      all = [];
    }
    const origin = readOrigin(log);
    if (origin !== null) {
      all = [...all, origin];
      next = { executed: origin, validated: [] };
    } else if (isOfEntryPoint(log) && log.topics[0] === BEFORE_EXECUTION) {
      next = { executed: null, validated: all };
      all = [];
    }
    found[index] = next;
  }
  return found;
}

/**
 * Reads the operation of the EntryPoint's event; `null` for another event, or another contract's.
 */
export function readOrigin(log: Pick<LogJson, "address" | "topics">): Origin | null {
  const { topics } = log;
  if (topics[0] !== USER_OPERATION_EVENT || !isOfEntryPoint(log)) return null;
  const sender = readAddress(topics[2]);
  return sender === null ? null : { hash: topics[1]!, sender };
}

function isOfEntryPoint({ address }: Pick<LogJson, "address">): boolean {
  return address.toLowerCase() === ENTRY_POINT.toLowerCase();
}

function originOf({ executed, validated }: Origins, sides: readonly Address[]): Origin | null {
  return executed ?? validated.find(({ sender }) => sides.includes(sender)) ?? null;
}

/** Finds the operation that emitted each of the logs; `null` if none did. */
export function executedBy(logs: readonly LogJson[]): (Origin | null)[] {
  return readOrigins(logs).map(({ executed }) => executed);
}
