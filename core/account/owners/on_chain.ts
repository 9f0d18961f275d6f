/** Reads an account's owner changes from the transactions that submitted them. @module */
import { type Address, decodeFunctionData, type Hex, isHex } from "viem";
import { factoryAbi } from "../../chain/abi.ts";
import { ownersAbi, ownerTopics } from "../../chain/owners_abi.ts";
import { MAX_INDICES } from "../../ground/limits.ts";
import type { OwnerStepJson, RecoveryJson } from "../../wire/owners.ts";
import type { AccountJson } from "../../wire/values.ts";
import { type ChainLog, chainLogs, type ChainRead } from "../chain_logs.ts";
import { fromContract, fromContractRecovery, isRecovery, stepDigest } from "./change.ts";
import { addChange, emptyHistory, type OwnerHistory } from "./history.ts";

const abi = [...factoryAbi, ...ownersAbi] as const;
/**
 * Selectors of `applyOwnerChange`, `startRecovery`, `createAccountWithChanges` and
 * `applyOwnerChanges`.
 */
const selectors = ["760f2574", "fba61416", "5b2ee974", "a52ed738"] as const;
/** Selectors of a single change or recovery. */
const single: readonly string[] = selectors.slice(0, 2);
/**
 * Maximum offsets to try in one transaction: more than its data can contain with one word after
 * each.
 */
const MAX_OFFSETS = 4_000;
/** Transactions read per chain. */
const MAX_TRANSACTIONS = 250;

/** Returns all heads that an account had on a chain, except the last one. */
export async function readPast(read: ChainRead, account: Address): Promise<ReadonlySet<Hex>> {
  const logs = await chainLogs(read, { address: account, topics: [ownerTopics.OwnersChanged] });
  return new Set(logs.flatMap(({ topics }) => topics[2] ?? []));
}

/**
 * Decodes owner changes in the transactions that changed the owners. Any sender may have submitted
 * them, directly or inside an operation, so the results are untrusted.
 */
export async function readCandidates(
  read: ChainRead,
  account: Address,
): Promise<OwnerStepJson[]> {
  const topics = [[ownerTopics.OwnersChanged, ownerTopics.RecoveryStarted]];
  const logs = await chainLogs(read, { address: account, topics });
  const candidates = await stepsIn(read, logs);
  // A recovery that was only started has not changed the owners.
  const heads = new Set(
    logs.flatMap(({ topics }) => topics[0] === ownerTopics.OwnersChanged ? [topics[1]] : []),
  );
  return candidates.filter((each) => !isRecovery(each) || heads.has(stepDigest(account, each)));
}

/** Reads a recovery that was started on a chain, by its hash; `null` if it cannot be read there. */
export async function readRecovery(
  read: ChainRead,
  account: Address,
  id: Hex,
): Promise<RecoveryJson | null> {
  const topics = [ownerTopics.RecoveryStarted, id];
  const steps = await stepsIn(read, await chainLogs(read, { address: account, topics }));
  const found = steps.find((step) => isRecovery(step) && stepDigest(account, step) === id);
  return found !== undefined && isRecovery(found) ? found : null;
}

async function stepsIn(read: ChainRead, logs: readonly ChainLog[]): Promise<OwnerStepJson[]> {
  const hashes = new Set(logs.map(({ transactionHash }) => transactionHash));
  const found: OwnerStepJson[] = [];
  for (const hash of [...hashes].slice(-MAX_TRANSACTIONS)) {
    const transaction = await read("eth_getTransactionByHash", [hash]) as
      | { readonly input?: unknown }
      | null;
    if (isHex(transaction?.input)) found.push(...changesIn(transaction.input));
  }
  return found;
}

/**
 * Adds candidates to a history. Each is verified by its signature, so the source is not trusted.
 */
export async function placeAll(
  history: OwnerHistory,
  candidates: readonly OwnerStepJson[],
): Promise<OwnerHistory> {
  let left = [...candidates];
  for (;;) {
    const rest: OwnerStepJson[] = [];
    for (const candidate of left) {
      const next = await addChange(history, candidate);
      if (next === null) rest.push(candidate);
      else history = next;
    }
    if (rest.length === left.length) return history;
    left = rest;
  }
}

/** Reads the history of an account from one chain. */
export async function historyOnChain(
  read: ChainRead,
  account: AccountJson,
): Promise<OwnerHistory> {
  return await placeAll(emptyHistory(account), await readCandidates(read, account.address));
}

/** Collects anything that decodes as a change at any offset of a transaction's data. */
function changesIn(input: Hex): OwnerStepJson[] {
  const found: OwnerStepJson[] = [];
  const data = input.toLowerCase();
  let offsets = 0;
  for (const digits of selectors) {
    for (let at = data.indexOf(digits); at >= 0; at = data.indexOf(digits, at + 1)) {
      if (at % 2 !== 0 || !isPlausible(data, digits, at + 8)) continue;
      if (offsets++ >= MAX_OFFSETS) return found;
      try {
        const { functionName, args } = decodeFunctionData({ abi, data: `0x${data.slice(at)}` });
        if (functionName === "applyOwnerChange") {
          found.push({ ...fromContract(args[0]), signature: args[1] });
        } else if (functionName === "startRecovery") {
          found.push({ ...fromContractRecovery(args[0]), signature: args[1] });
        } else if (functionName === "createAccountWithChanges") {
          found.push(...signedChanges(args[2], args[3]));
        } else if (functionName === "applyOwnerChanges") {
          found.push(...signedChanges(args[0], args[1]));
        }
      } catch {
        // Not a call; the four bytes match by chance.
      }
    }
  }
  return found;
}

function signedChanges(
  changes: readonly Parameters<typeof fromContract>[0][],
  signatures: readonly Hex[],
): OwnerStepJson[] {
  return changes.flatMap((change, index) => {
    const signature = signatures[index];
    return signature === undefined ? [] : [{ ...fromContract(change), signature }];
  });
}

/**
 * Returns whether call data may follow a selector. The sender of the transaction can hide a change
 * behind any number of selectors, and decoding each of them would be slow.
 */
function isPlausible(data: string, digits: string, start: number): boolean {
  const word = (at: number) => Number(`0x${data.slice(at, at + 64) || "0"}`);
  const offset = word(start);
  if (!(offset * 2 < data.length - start)) return false;
  // In a change and in a recovery, the third word is an index.
  return !single.includes(digits) || word(start + offset * 2 + 128) <= MAX_INDICES;
}
