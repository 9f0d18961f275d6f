/**
 * Finds the accounts of a key from a chain alone, without the service. Events are only hints: the
 * address is derived again from the values in the factory's event, and the current owners are read
 * from the account.
 *
 * @module
 */
import {
  type Address,
  decodeAbiParameters,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  isAddressEqual,
  isHex,
  numberToHex,
  pad,
  slice,
} from "viem";
import { contracts, type ContractSet } from "../../chain/contracts.ts";
import { ownersAbi, ownerTopics } from "../../chain/owners_abi.ts";
import { AcctError } from "../../ground/errors.ts";
import type { AccountJson } from "../../wire/values.ts";
import { accountOf, isDerived } from "../address.ts";
import { chainLogs, type ChainRead } from "../chain_logs.ts";
import { IMPLEMENTATION_SLOT, readImplementation, requireKnown } from "../code.ts";
import { indexOfOwner, ownerWord } from "./key.ts";

export type { ChainRead } from "../chain_logs.ts";

/** State of an account on a chain. */
export interface AccountState {
  /** Version of the account's code. */
  readonly version: number;
  /** Hash of the last change of its owners; zero for the first ones. */
  readonly head: Hex;
  /** The owners by index, as the account stores them; zero if an index has no owner. */
  readonly words: readonly Hex[];
}

/** An account that a key belongs to, or belonged to. */
export interface FoundAccount extends AccountState {
  /** The account; its address was derived here. */
  readonly account: AccountJson;
  /** Owner index of the key; -1 if it was removed. */
  readonly ownerIndex: number;
}

/**
 * Maximum number of accounts per key in addition to its own: others can add a key as an owner of
 * their accounts.
 */
const MAX_ACCOUNTS = 32;
/** Maximum number of addresses per `eth_getLogs` request. */
const ADDRESSES_PER_REQUEST = 100;

/**
 * Reads the owners of an account on a chain; returns `null` if it is not deployed there.
 *
 * @param chain name of the chain, for errors
 * @throws {AcctError} `code_unknown` if it runs no known version
 */
export async function readAccount(
  read: ChainRead,
  address: Address,
  chain?: string,
): Promise<AccountState | null> {
  const place = { account: address, ...(chain !== undefined && { chain }) };
  const code = await read("eth_getCode", [address, "latest"]);
  if (code === "0x") return null;
  if (!isHex(code)) throw new AcctError("chain_down");
  const slot = await read("eth_getStorageAt", [address, IMPLEMENTATION_SLOT, "latest"]);
  const { version } = requireKnown(readImplementation(slot), place);
  const data = encodeFunctionData({ abi: ownersAbi, functionName: "ownerState" });
  const answer = await read("eth_call", [{ to: address, data }, "latest"]);
  if (!isHex(answer)) throw new AcctError("chain_down");
  return { version, ...readOwnerState(answer) };
}

/** Decodes an account's response about its owners. */
export function readOwnerState(answer: Hex): Omit<AccountState, "version"> {
  const [head, , , words] = decodeFunctionResult({
    abi: ownersAbi,
    functionName: "ownerState",
    data: answer,
  });
  return { head, words };
}

/**
 * Finds the accounts that a key owns or owned on a chain, its own first. Anyone can add a key to
 * their own account, so only the key's own account may be used without confirmation.
 *
 * @param key 32 bytes (an address) or 64 (a passkey's x‖y)
 * @param only restricts the search to this account
 * @param chain name of the chain, for errors
 */
export async function accountsOfKey(
  read: ChainRead,
  key: Hex,
  only?: Address,
  chain?: string,
): Promise<FoundAccount[]> {
  const own = accountOf(key);
  const wanted = (address: Address) => only === undefined || isAddressEqual(only, address);
  const state = wanted(own.address) ? await readAccount(read, own.address, chain) : null;
  const found = state === null ? [] : [asFound(own, key, state)];
  if (only !== undefined && isAddressEqual(only, own.address)) return found;

  // The account's index is unknown; the event names the word of a full owner.
  const topics = [ownerTopics.OwnerAdded, null, ownerWord(key)];
  const logs = await chainLogs(read, { topics, ...(only !== undefined && { address: only }) });
  const emitters = [...new Set(logs.map(({ address }) => getAddress(address)))]
    .filter((address) => !isAddressEqual(address, own.address));
  for (const account of (await createdAt(read, emitters)).slice(0, MAX_ACCOUNTS)) {
    // Skips unknown implementations, regardless of the events they emit.
    const state = await readAccount(read, account.address, chain).catch((error) => {
      if (error instanceof AcctError && error.data.cause === "code_unknown") return null;
      throw error;
    });
    if (state !== null) found.push(asFound(account, key, state));
  }
  return found;
}

function asFound(account: AccountJson, key: Hex, state: AccountState): FoundAccount {
  return { account, ...state, ownerIndex: indexOfOwner(state.words, key) };
}

/** Finds the addresses that the SDK's factory deployed, with their initial owners and nonces. */
async function createdAt(
  read: ChainRead,
  addresses: readonly Address[],
  set: ContractSet = contracts,
): Promise<AccountJson[]> {
  const accounts = new Map<Address, AccountJson>();
  for (let start = 0; start < addresses.length; start += ADDRESSES_PER_REQUEST) {
    const some = addresses.slice(start, start + ADDRESSES_PER_REQUEST).map((address) =>
      pad(address)
    );
    const logs = await chainLogs(read, {
      address: set.factory,
      topics: [ownerTopics.AccountCreated, some],
    });
    for (const { address, topics, data } of logs) {
      if (!isAddressEqual(address, set.factory) || topics.length !== 3) continue;
      try {
        const [owners, nonce] = decodeAbiParameters(
          [{ type: "bytes[]" }, { type: "uint256" }],
          data,
        );
        const account = {
          address: getAddress(slice(topics[1]!, 12)),
          owners,
          nonce: numberToHex(nonce),
        };
        if (isDerived(account)) accounts.set(account.address, account);
      } catch {
        // Not an event of the SDK's factory.
      }
    }
  }
  return addresses.flatMap((address) => accounts.get(address) ?? []);
}
