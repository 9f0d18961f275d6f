/**
 * Stores the names of friends who can help to recover the accounts of this device, and of the
 * friends that these accounts help.
 *
 * @module
 */
import { type Address, isAddress } from "viem";
import { cleanText } from "../../lib/text.ts";
import type { Storage } from "../../lib/storage.ts";
import { MAX_ACCOUNT_NAME_LENGTH } from "../../ground/limits.ts";
import { storedList } from "./stored_list.ts";

/** A friend's address with its name. It is no contact, because it must not receive payments. */
export interface Friend {
  /** Account of this device. */
  readonly account: Address;
  /** Address of the friend's key for this account; in the list of helped friends, their account. */
  readonly address: Address;
  /** Name that the user confirmed. */
  readonly name: string;
  /** Unix seconds. */
  readonly at: number;
}

/** Store of the friends. */
export interface FriendBook {
  /** Lists the friends of an account. */
  of(account: Address): readonly Friend[];
  /** Returns the name of an address. */
  nameOf(account: Address, address: Address): string | undefined;
  /** Adds a friend, or renames it. */
  put(friend: Friend): void;
  /** Replaces the friends of an account. */
  replace(account: Address, friends: readonly Friend[]): void;
}

const MAX_FRIENDS = 100;

/** Opens the friends in a storage. */
export function friendBook(storage: Storage, key = "acct.friends.1"): FriendBook {
  const list = storedList(storage, key, readFriends);
  const isOf = (friend: Friend, account: Address) => same(friend.account, account);
  const write = (friends: readonly Friend[]) =>
    void storage.set(
      key,
      friends.length === 0 ? null : JSON.stringify(friends.slice(0, MAX_FRIENDS)),
    );
  const of = (account: Address) => list().filter((friend) => isOf(friend, account));
  return {
    of,
    nameOf: (account, address) => of(account).find((each) => same(each.address, address))?.name,
    put: (friend) =>
      write([
        friend,
        ...list().filter((each) =>
          !isOf(each, friend.account) || !same(each.address, friend.address)
        ),
      ]),
    replace: (account, friends) =>
      write([...friends, ...list().filter((friend) => !isOf(friend, account))]),
  };
}

/** Opens the list of friends whose accounts the user agreed to help to recover. */
export function helpedBook(storage: Storage): FriendBook {
  return friendBook(storage, "acct.helped.1");
}

/** Returns the valid friends among stored entries. */
export function readFriends(entries: readonly unknown[]): readonly Friend[] {
  return entries.filter(isFriend).map(({ account, address, name, at }) => ({
    account,
    address,
    name: cleanText(name, MAX_ACCOUNT_NAME_LENGTH),
    at,
  })).filter(({ name }) => name !== "");
}

function isFriend(value: unknown): value is Friend {
  const friend = value as Friend | null;
  return typeof friend === "object" && friend !== null && isAddress(friend.account) &&
    isAddress(friend.address) && typeof friend.name === "string" && Number.isFinite(friend.at);
}

function same(one: Address, other: Address): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
