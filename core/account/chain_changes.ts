/** The signed owner changes of an account, out of the transactions that brought them to a chain. @module */
import { decodeFunctionData, type Hex, isHex } from "viem";
import { factoryAbi } from "../chain/abi.ts";
import { ownersAbi, ownerTopics } from "../chain/owners_abi.ts";
import type { OwnerChangeJson } from "../protocol/service/owners.ts";
import type { AccountJson } from "../protocol/service/mod.ts";
import { chainLogs, type ChainRead } from "./chain_logs.ts";
import { MOST_CHANGES, ownersAfter } from "./owners.ts";

const abi = [...factoryAbi, ...ownersAbi] as const;
/** Selectors of `applyOwnerChanges` and `createAccountWithChanges`. */
const selectors = ["c1a3df6e", "771f8b5f"] as const;
/** Most places of one transaction that are tried. */
const MOST_PLACES = 64;

/**
 * The changes that a chain has seen, in their order, as far as they can be read there: whoever carried
 * them, plainly or inside of an operation. Each is checked by its signature, so it does not matter who
 * wrote the transaction.
 */
export async function changesOnChain(
  read: ChainRead,
  account: AccountJson,
): Promise<OwnerChangeJson[]> {
  const topics = [ownerTopics.OwnerChangesApplied];
  const logs = await chainLogs(read, { address: account.address, topics });
  const hashes = new Set(logs.map(({ transactionHash }) => transactionHash));
  const candidates: OwnerChangeJson[] = [];
  for (const hash of [...hashes].slice(0, MOST_CHANGES)) {
    const transaction = await read("eth_getTransactionByHash", [hash]) as
      | { readonly input?: unknown }
      | null;
    if (isHex(transaction?.input)) candidates.push(...changesIn(transaction.input));
  }
  const changes: OwnerChangeJson[] = [];
  while (changes.length < MOST_CHANGES) {
    const next = await nextOf(account, changes, candidates);
    if (next === undefined) break;
    changes.push(next);
  }
  return changes;
}

/** The candidate that an owner signed as the next change. */
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

/** Whatever looks like a change anywhere in a transaction's data. */
function changesIn(input: Hex): OwnerChangeJson[] {
  const found: OwnerChangeJson[] = [];
  const data = input.toLowerCase();
  let places = 0;
  for (const digits of selectors) {
    for (let at = data.indexOf(digits); at >= 0; at = data.indexOf(digits, at + 1)) {
      if (at % 2 !== 0) continue;
      if (places++ >= MOST_PLACES) return found;
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
        // The same four bytes by chance.
      }
    }
  }
  return found;
}
