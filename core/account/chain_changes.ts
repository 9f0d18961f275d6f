/** Reads an account's signed owner changes from the transactions that submitted them. @module */
import { decodeFunctionData, type Hex, isHex } from "viem";
import { factoryAbi } from "../chain/abi.ts";
import { ownersAbi, ownerTopics } from "../chain/owners_abi.ts";
import type { OwnerChangeJson } from "../protocol/service/owners.ts";
import type { AccountJson } from "../protocol/service/mod.ts";
import { chainLogs, type ChainRead } from "./chain_logs.ts";
import { MAX_CHANGES, ownersAfter } from "./owners.ts";

const abi = [...factoryAbi, ...ownersAbi] as const;
/** Selectors of `applyOwnerChanges` and `createAccountWithChanges`. */
const selectors = ["c1a3df6e", "771f8b5f"] as const;
/** Offsets tried in one transaction. */
const MAX_OFFSETS = 64;

/**
 * Reads the changes that were applied on a chain, in their order, as far as they can be read there:
 * submitted by any sender, directly or inside an operation. Each is verified by its signature, so the
 * sender need not be trusted.
 */
export async function changesOnChain(
  read: ChainRead,
  account: AccountJson,
): Promise<OwnerChangeJson[]> {
  const topics = [ownerTopics.OwnerChangesApplied];
  const logs = await chainLogs(read, { address: account.address, topics });
  const hashes = new Set(logs.map(({ transactionHash }) => transactionHash));
  const candidates: OwnerChangeJson[] = [];
  for (const hash of [...hashes].slice(0, MAX_CHANGES)) {
    const transaction = await read("eth_getTransactionByHash", [hash]) as
      | { readonly input?: unknown }
      | null;
    if (isHex(transaction?.input)) candidates.push(...changesIn(transaction.input));
  }
  const changes: OwnerChangeJson[] = [];
  while (changes.length < MAX_CHANGES) {
    const next = await nextOf(account, changes, candidates);
    if (next === undefined) break;
    changes.push(next);
  }
  return changes;
}

/** Finds the candidate that an owner signed as the next change. */
async function nextOf(
  account: AccountJson,
  changes: readonly OwnerChangeJson[],
  candidates: readonly OwnerChangeJson[],
): Promise<OwnerChangeJson | undefined> {
  for (const candidate of candidates) {
    if (candidate.sequence !== changes.length) continue;
    const owners = await ownersAfter(account, [...changes, candidate]).catch(() => null);
    if (owners !== null) return candidate;
  }
}

/** Collects anything that decodes as a change at any offset of a transaction's data. */
function changesIn(input: Hex): OwnerChangeJson[] {
  const found: OwnerChangeJson[] = [];
  const data = input.toLowerCase();
  let offsets = 0;
  for (const digits of selectors) {
    for (let at = data.indexOf(digits); at >= 0; at = data.indexOf(digits, at + 1)) {
      if (at % 2 !== 0) continue;
      if (offsets++ >= MAX_OFFSETS) return found;
      try {
        const { functionName, args } = decodeFunctionData({
          abi,
          data: `0x${data.slice(at)}`,
        });
        if (functionName === "applyOwnerChanges") {
          const [sequence, calls, signature] = args;
          found.push({ sequence: Number(sequence), calls, signature });
        } else if (functionName === "createAccountWithChanges") {
          for (const { sequence, calls, signature } of args[2]) {
            found.push({ sequence: Number(sequence), calls, signature });
          }
        }
      } catch {
        // Not a call: the same four bytes by chance.
      }
    }
  }
  return found;
}
