/** Encodes owners: as bytes, and as the word that the account stores. @module */
import { type Address, concat, type Hex, keccak256, pad, size, toHex } from "viem";
import type { OwnerJson } from "../../wire/owners.ts";

/** Word of an index without an owner, and head of an account whose owners were never changed. */
export const ZERO_WORD: Hex = `0x${"00".repeat(32)}`;

/** Encodes an address as owner bytes. */
export function addressOwner(address: Address): Hex {
  return pad(address, { size: 32 }).toLowerCase() as Hex;
}

/** Computes the word of a full owner: an unchanged address, or the hash of a key. */
export function ownerWord(owner: Hex): Hex {
  return size(owner) === 64 ? keccak256(owner) : owner.toLowerCase() as Hex;
}

/** Computes the word that the account stores for an owner of any kind. */
export function storedWord({ kind, owner }: Pick<OwnerJson, "kind" | "owner">): Hex {
  const word = ownerWord(owner);
  return kind === "full" ? word : toHex(BigInt(word) | 1n << 160n, { size: 32 });
}

/** Finds the index of a full owner in an account's words, or -1. */
export function indexOfOwner(words: readonly Hex[], owner: Hex): number {
  return words.indexOf(ownerWord(owner));
}

/** Puts a key in front of its signature's data; an address signs without. */
export function keyed(owner: Hex, data: Hex): Hex {
  return size(owner) === 64 ? concat([owner, data]) : data;
}
