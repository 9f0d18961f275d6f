/** Types of what a request does, as read from its bytes. @module */
import type { Address } from "../lib/hex.ts";

/**
 * The effect of a request, read on this device. Sums are upper limits: nothing that the request does by
 * itself takes more, except what is counted as `unread`.
 */
export interface ReadingView {
  /** Assets that leave at most. */
  readonly gives: readonly GivenView[];
  /** Assets that arrive at least; `null` if others decide, or if the data does not tell. */
  readonly gets: readonly GivenView[] | null;
  /** Assets that others may take later. */
  readonly allows: readonly AllowedView[];
  /** Recipients, spenders and operators, without duplicates. */
  readonly named: readonly Address[];
  /** Number of calls whose effect is unknown, beyond their own value. */
  readonly unread: number;
  /** Unix seconds until which a signature can be used, or `null` if the data does not tell. */
  readonly until?: bigint | null;
}

/** An asset that moves. */
export interface GivenView {
  /** Kind of asset; with `any_item` others choose one of a collection. */
  readonly kind: "native" | "token" | "item" | "any_item";
  /** Contract, or `null` for the native currency. */
  readonly address: Address | null;
  /** Amount in the smallest unit, or number of items; `null` for all. */
  readonly amount: bigint | null;
  /** Id of the item in its collection. */
  readonly id?: bigint;
  /** Recipient; absent if there are several, or if others choose. */
  readonly to?: Address;
  /** Contract that holds the asset, if it is not the account. */
  readonly by?: Address;
}

/** An asset, or a contract's state, that others may use later. */
export interface AllowedView {
  /** Kind: an amount of a token, all items of a collection, or what the account controls in a contract. */
  readonly kind: "token" | "collection" | "control";
  /** Contract, or `null` if the data does not tell. */
  readonly address: Address | null;
  /** Maximum amount in the smallest unit; `null` for unlimited. */
  readonly amount: bigint | null;
  /** Part of the amount that later calls of the same request take: it is among what leaves. */
  readonly used?: bigint;
  /** Spender or operator, or `null` if the data does not tell. */
  readonly spender: Address | null;
  /** Contract whose assets are allowed, if they are not the account's. */
  readonly by?: Address;
}
