/** Reads the state of an exported account from a chain. @module */
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  isHex,
  pad,
  toHex,
} from "viem";
import { placeAll, readCandidates, readRecovery } from "../../core/account/owners/on_chain.ts";
import { type ChainRead, readAccount } from "../../core/account/owners/find.ts";
import {
  compareOwners,
  type OwnerHistory,
  setAt,
  tipOf,
  wordsOf,
} from "../../core/account/owners/history.ts";
import { storedWord, ZERO_WORD } from "../../core/account/owners/key.ts";
import { ownersAbi } from "../../core/chain/owners_abi.ts";
import type { RecoveryJson } from "../../core/wire/owners.ts";
import type { ReadAccount } from "../../core/account/owners/record.ts";
import { Refusal } from "./refusal.ts";

/** An owner on a chain. */
export interface ShownOwner {
  readonly index: number;
  /** 32 bytes (an address) or 64 (a key); `null` for a key that is missing from the record. */
  readonly owner: Hex | null;
  /** The owner as the account stores it. */
  readonly word: Hex;
  /** True for an owner that can only start a recovery. */
  readonly recovers: boolean;
}

/** A waiting recovery of a chain. */
export interface WaitingRecovery {
  /** Index of the recovery owner who started it. */
  readonly index: number;
  /** Hash of the recovery. */
  readonly id: Hex;
  /** First second in which the recovery can be finished, in Unix seconds. */
  readonly readyAt: number;
  /** The recovery; `null` if its transaction cannot be read. */
  readonly recovery: RecoveryJson | null;
}

/** State of the account on one chain. */
export interface AccountState {
  /** Chain id. */
  readonly chainId: number;
  /** Balance in wei. */
  readonly balance: bigint;
  /** True if the account has code there. */
  readonly deployed: boolean;
  /** Hash of the last change of its owners there. */
  readonly head: Hex;
  /** Owners on the chain; the record's owners before deployment. */
  readonly words: readonly Hex[];
  /** The record's owner changes, and those found on the chain. */
  readonly history: OwnerHistory;
  /** Recoveries that are waiting there. */
  readonly waiting: readonly WaitingRecovery[];
  /** Delay of a recovery that is started now, in seconds. */
  readonly delay: number;
  /** Time of the latest block, in Unix seconds. */
  readonly time: number;
}

/** Reads the account's state, and the owner changes that are missing from the record. */
export async function readAccountState(
  read: ChainRead,
  record: ReadAccount,
): Promise<AccountState> {
  const { account } = record;
  const chainId = parseQuantity(await read("eth_chainId", []));
  const [balance, state, block] = await Promise.all([
    read("eth_getBalance", [account.address, "latest"]).then(parseQuantity),
    readAccount(read, account.address, `chain ${chainId}`),
    read("eth_getBlockByNumber", ["latest", false]),
  ]);
  const known = state === null || setAt(record.history, state.head) !== undefined;
  const history = known
    ? record.history
    : await placeAll(record.history, await readCandidates(read, account.address));
  return {
    chainId: Number(chainId),
    balance,
    deployed: state !== null,
    head: state?.head ?? ZERO_WORD,
    words: state?.words ?? wordsOf(tipOf(history)),
    history,
    waiting: state === null ? [] : await readWaiting(read, account.address),
    delay: state === null ? 0 : Number(
      hexToBigInt(await ask(read, account.address, "recoveryDelay")),
    ),
    time: Number(parseQuantity((block as { readonly timestamp?: unknown } | null)?.timestamp)),
  };
}

/** Reads the waiting recoveries of a chain. */
async function readWaiting(read: ChainRead, account: Address): Promise<WaitingRecovery[]> {
  const functionName = "pendingRecoveries";
  const data = await ask(read, account, functionName);
  const pending = decodeFunctionResult({ abi: ownersAbi, functionName, data });
  return await Promise.all(pending.map(async ({ index, recovery: id, readyAt }) => ({
    index,
    id,
    readyAt: Number(readyAt),
    recovery: await readRecovery(read, account, id),
  })));
}

async function ask(
  read: ChainRead,
  to: Address,
  functionName: "recoveryDelay" | "pendingRecoveries",
): Promise<Hex> {
  const data = encodeFunctionData({ abi: ownersAbi, functionName });
  const answer = await read("eth_call", [{ to, data }, "latest"]);
  if (!isHex(answer)) throw new Refusal("node_refused");
  return answer;
}

/** Lists the owners on a chain, with their bytes if the record or an address contains them. */
export function shownOwners({ words, history }: AccountState): ShownOwner[] {
  const known = [history.first, ...history.steps.values()].flatMap(({ owners }) => owners);
  return words.flatMap((word, index) => {
    if (word === ZERO_WORD) return [];
    const found = known.find((each) => storedWord(each) === word)?.owner;
    const recovers = BigInt(word) >> 160n === 1n;
    const address = pad(toHex(BigInt(word) & (2n ** 160n - 1n)));
    const isAddress = recovers || BigInt(word) >> 160n === 0n;
    return [{ index, word, recovers, owner: found ?? (isAddress ? address : null) }];
  });
}

/** Returns whether the account, or owner changes of the record, are missing on the chain. */
export function isBehind(state: AccountState): boolean {
  const { deployed, history } = state;
  return !deployed || compareOwners(history, tipOf(history), state) === "behind";
}

/** Returns whether the chain has owners that the record's changes do not lead to. */
export function isApart(state: AccountState): boolean {
  const { deployed, history } = state;
  return deployed && !["same", "behind"].includes(compareOwners(history, tipOf(history), state));
}

/** Parses a quantity that a node returned. */
export function parseQuantity(answer: unknown): bigint {
  if (!isHex(answer) || answer === "0x") throw new Refusal("node_refused");
  return hexToBigInt(answer as Hex);
}
