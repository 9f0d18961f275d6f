/** Reads arguments of calls, and creates effects from them. @module */
import { type Address, isAddressEqual, zeroAddress } from "viem";
import type { Allows, Effect, Gives, Made } from "./effect.ts";
import { listAt, WORD, type Words } from "./words.ts";

/** Permit2, which takes tokens only on request of another contract. */
export const PERMIT2 = "0x000000000022D473030F116dDEE9F6B43aC78BA3";

/** Arguments of a call. */
export interface Args {
  readonly call: Made;
  readonly words: Words;
  readonly sender: Address;
  readonly account: Address;
  /** Reads an address by the position of its argument. */
  address(index: number): Address;
  /** Reads a number by the position of its argument. */
  number(index: number): bigint;
}

/** Reads the effects of a function. */
export type Reader = (args: Args) => readonly Effect[];

/** Creates the effect of an outgoing asset. */
export const gives = (asset: Omit<Gives, "effect">): Effect => ({ effect: "gives", ...asset });

/**
 * Outgoing items of the called contract: their ids and amounts are lists, at the words of two
 * offsets.
 */
export function givesItems(
  { call, words }: Pick<Args, "call" | "words">,
  [idsAt, amountsAt]: readonly [number, number],
  to?: Address,
): Effect[] {
  const ids = listAt(words, 0, idsAt);
  const amounts = listAt(words, 0, amountsAt);
  return Array.from({ length: ids.count }, (_, index) =>
    gives({
      kind: "item",
      address: call.to,
      id: words.word(ids.at + index * WORD),
      amount: index < amounts.count ? words.word(amounts.at + index * WORD) : null,
      ...(to !== undefined && { to }),
    }));
}
/** Creates the effect of an asset that others may use. */
export const allows = (asset: Omit<Allows, "effect">): Effect => ({ effect: "allows", ...asset });

/** Reads a function that transfers control in a contract from the account to another address. */
export const handsOver =
  (to: number, flag: number | null = null): Reader => ({ call, address, number, account }) =>
    isAddressEqual(address(to), account) || flag !== null && number(flag) === 0n ? [] : [
      allows({ kind: "control", address: call.to, amount: null, spender: address(to) }),
    ];

/** Reads a function that grants control to any owner of a key, a signature or an order. */
export const signs = (flag: number | null = null): Reader => ({ call, number }) =>
  flag !== null && number(flag) === 0n ? [] : [
    allows({ kind: "control", address: call.to, amount: null, spender: null }),
  ];

/**
 * Reads a contract that makes decisions from then on, or an address that receives payments; zero
 * removes it.
 */
export const leads = (to: number): Reader => (args) =>
  isAddressEqual(args.address(to), zeroAddress) ? [] : handsOver(to)(args);

/** Combines the results of several readers. */
export const all = (...readers: readonly Reader[]): Reader => (args) =>
  readers.flatMap((read) => read(args));

/**
 * Returns whether the addresses belong to the same owner. Accounts of Euler's connector differ only
 * in the last byte.
 */
export function isOwnedBy(owner: Address, sender: Address): boolean {
  return owner.slice(0, -2).toLowerCase() === sender.slice(0, -2).toLowerCase();
}
