/** Types of the effects of a request, as decoded from its bytes. @module */
import type { Address } from "../lib/hex.ts";

/**
 * The effect of a request, decoded on this device. Sums are upper limits: the request alone cannot
 * take more, except in the steps counted as `unread`.
 */
export interface ReadingView {
  /** Maximum outgoing assets. */
  readonly gives: readonly TransferView[];
  /**
   * Minimum assets that the account receives; `null` if others decide, or if the data does not
   * contain it.
   */
  readonly gets: readonly TransferView[] | null;
  /** Assets that others may take later. */
  readonly allows: readonly AllowanceView[];
  /** Recipients, spenders and operators, without duplicates. */
  readonly named: readonly Address[];
  /** Number of calls with an unknown effect, in addition to their own value. */
  readonly unread: number;
  /** Expiry of a signature in Unix seconds; `null` if the data does not contain it. */
  readonly until?: bigint | null;
}

/** An asset that moves. */
export interface TransferView {
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
  /** Contract that owns the asset, if it is not the account. */
  readonly by?: Address;
}

/** An asset, or a contract's state, that others may use later. */
export interface AllowanceView {
  /**
   * Kind: an amount of a token, all items of a collection, or the account's rights in a contract.
   */
  readonly kind: "token" | "collection" | "control";
  /** Contract, or `null` if the data does not contain it. */
  readonly address: Address | null;
  /** Maximum amount in the smallest unit; `null` for unlimited. */
  readonly amount: bigint | null;
  /**
   * Part of the amount that later calls of the same request use; it is included in the outgoing
   * assets.
   */
  readonly used?: bigint;
  /** Spender or operator, or `null` if the data does not contain it. */
  readonly spender: Address | null;
  /** Contract whose assets are allowed, if they are not the account's. */
  readonly by?: Address;
}
