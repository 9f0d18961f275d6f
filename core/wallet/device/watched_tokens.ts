/**
 * Stores the tokens that the user watches. Their metadata is read from the chain each time.
 *
 * @module
 */
import { type Address, isAddress, isAddressEqual } from "viem";
import { storedList } from "./stored_list.ts";
import type { Storage } from "../../lib/storage.ts";
import { MAX_TOKENS } from "../../ground/limits.ts";

/** A token that an account watches. */
export interface WatchedToken {
  /** Account that watches it. */
  readonly account: Address;
  /** Chain of the token. */
  readonly chainId: number;
  /** Contract of the token. */
  readonly address: Address;
}

/** Tokens that this device shows even if the account's balance is zero. */
export interface TokenBook {
  /** Lists the tokens of an account, the last added first. */
  of(account: Address): readonly WatchedToken[];
  /**
   * Adds a token. An account has at most as many as one request describes; beyond that, the oldest
   * one is dropped.
   *
   * @returns false if the browser stores no data beyond this page
   */
  add(token: WatchedToken): boolean;
}

/** Opens the tokens in a storage. */
export function tokenBook(storage: Storage, key = "acct.tokens.1"): TokenBook {
  const list = storedList(storage, key, (entries) => entries.filter(isToken));
  const of = (account: Address) => list().filter((token) => isAddressEqual(token.account, account));
  return {
    of,
    add(token) {
      const others = list().filter(({ account }) => !isAddressEqual(account, token.account));
      const own = [token, ...of(token.account).filter((other) => !isSame(other, token))];
      return storage.set(key, JSON.stringify([...own.slice(0, MAX_TOKENS), ...others]));
    },
  };
}

function isSame(left: WatchedToken, right: WatchedToken): boolean {
  return left.chainId === right.chainId && isAddressEqual(left.address, right.address);
}

function isToken(value: unknown): value is WatchedToken {
  const token = value as WatchedToken | null;
  return typeof token === "object" && token !== null && isAddress(token.account) &&
    isAddress(token.address) && Number.isSafeInteger(token.chainId) && token.chainId > 0;
}
