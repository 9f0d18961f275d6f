/** Defines transfers and items on the wire between client and service. @module */
import type { Address, Hex } from "../../lib/hex.ts";

/** A transfer that no operation of the account made, as the chain's events tell. */
export interface TransferJson {
  /** Its place, for the next page; another one after a reorganisation. */
  readonly id: string;
  /** Chain id. */
  readonly chainId: Hex;
  /** Unix seconds of its block. */
  readonly timestamp: number;
  /** Transaction. */
  readonly transactionHash: Hex;
  /** True if the account received it. */
  readonly incoming: boolean;
  /** Kind of what was moved. */
  readonly kind: "native" | "erc20" | "erc721" | "erc1155";
  /** Contract; `null` for the native currency. */
  readonly token: Address | null;
  /** Id of an item of a collection. */
  readonly item?: Hex;
  /** Amount in the smallest unit. */
  readonly amount: Hex;
  /** The other side: who sent it, or received it. */
  readonly other: Address;
}

/** A collection with the items of it that an account holds. */
export interface CollectionJson {
  /** Contract. */
  readonly address: Address;
  /** Standard of its items. */
  readonly kind: "erc721" | "erc1155";
  /** Its own name, cleaned; empty if it has none. */
  readonly name: string;
  /** Its own symbol, cleaned; empty if it has none. */
  readonly symbol: string;
  /** True if its name or symbol has characters that are not shown: it may imitate another. */
  readonly hidden: boolean;
  /** True if an operation of the account got an item of it; others are sent to anyone. */
  readonly own: boolean;
  /** Items, the newest first. */
  readonly items: readonly ItemJson[];
}

/** An item that an account holds. */
export interface ItemJson {
  /** Id within its collection. */
  readonly id: Hex;
  /** Number of pieces; 1 for ERC-721. */
  readonly amount: Hex;
  /** Unix seconds since when the account has it, as far as it is known. */
  readonly since: number;
}

/** Items of an account on a chain. */
export interface ItemsJson {
  /** Chain id. */
  readonly chainId: Hex;
  /** Collections, the account's own first, then the newest. */
  readonly collections: readonly CollectionJson[];
  /** False if the chain could not be asked what the account holds. */
  readonly complete: boolean;
  /** True if there may be more than one response takes. */
  readonly more: boolean;
}
