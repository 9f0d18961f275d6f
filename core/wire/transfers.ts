/** Defines transfers and items on the wire between client and service. @module */
import type { Address, Hex } from "../lib/hex.ts";

/** A transfer that no operation of the account made, from the chain's events. */
export interface TransferJson {
  /** Position of the transfer, for the next page; it changes after a reorganization. */
  readonly id: string;
  /** Chain id. */
  readonly chainId: Hex;
  /** Unix seconds of its block. */
  readonly timestamp: number;
  /** Transaction. */
  readonly transactionHash: Hex;
  /** True if the account received it. */
  readonly incoming: boolean;
  /** Kind of the asset. */
  readonly kind: "native" | "erc20" | "erc721" | "erc1155";
  /** Contract; `null` for the native currency. */
  readonly token: Address | null;
  /** Id of an item of a collection. */
  readonly item?: Hex;
  /** Amount in the smallest unit. */
  readonly amount: Hex;
  /** The other party: the sender or the recipient. */
  readonly other: Address;
}

/** A collection with the account's items of it. */
export interface CollectionJson {
  /** Contract. */
  readonly address: Address;
  /** Standard of its items. */
  readonly kind: "erc721" | "erc1155";
  /** The sanitized name; empty if it has none. */
  readonly name: string;
  /** The sanitized symbol; empty if it has none. */
  readonly symbol: string;
  /**
   * True if its name or symbol contains characters that are not shown, so that it may imitate
   * another.
   */
  readonly hidden: boolean;
  /**
   * True if an operation of the account received an item of it; anyone can send items of the
   * others.
   */
  readonly own: boolean;
  /** Items, the newest first. */
  readonly items: readonly ItemJson[];
}

/** An item that an account owns. */
export interface ItemJson {
  /** Id within its collection. */
  readonly id: Hex;
  /** Number of copies; 1 for ERC-721. */
  readonly amount: Hex;
  /** Unix seconds of the time when the account received it, as far as known. */
  readonly since: number;
}

/** Items of an account on a chain. */
export interface ItemsJson {
  /** Chain id. */
  readonly chainId: Hex;
  /** Collections, the account's own first, then the newest. */
  readonly collections: readonly CollectionJson[];
  /** False if the account's items could not be read from the chain. */
  readonly complete: boolean;
  /** True if there may be more than fit into a response. */
  readonly more: boolean;
}
