/** What is known of calls and typed data beyond their bytes, as dialogs are given it. @module */
import type { Address, Hex } from "../lib/hex.ts";
import type { CallView, TokenView } from "./request.ts";

/**
 * A fingerprint of what is signed, under the name that ERC-8213 gives it. The names are terms of the
 * standard: a dialog shows them as they are, in every language.
 *
 * @see https://eips.ethereum.org/EIPS/eip-8213
 */
export interface DigestView {
  /** Which one it is. */
  readonly term:
    | "ERC-191 Digest"
    | "EIP-712 Digest"
    | "Domain Hash"
    | "Message Hash"
    | "Calldata Digest";
  /** 32 bytes. */
  readonly value: Hex;
}

/** What a call does, in words: of the wallet's own descriptors, or of the page's. */
export interface ExplanationView {
  /**
   * Who says so: `pinned` is data that this release brings (ERC-7730) and that holds for exactly this
   * contract on this chain; `convention` is what the function's name and arguments usually mean, of a
   * contract that nobody here knows; `app` are the page's own words, which nobody has checked.
   */
  readonly source: "pinned" | "convention" | "app";
  /** The contract's name; only with `pinned`. It stands beside the address, never in its place. */
  readonly contract?: string;
  /** What the function is for, in English; with `app` the function's own name. */
  readonly intent: string;
  /** The values. */
  readonly fields: readonly FieldView[];
  /**
   * What a router or multicall does inside, in its order: calls, or commands of the contract itself.
   * Each is read like a call; `by` says who makes it, if it is not the account.
   */
  readonly steps?: readonly CallView[];
  /** Steps behind those that were too many or too deep: they were not looked at. */
  readonly unread?: number;
  /** Whether a part of the data is shown as bytes only, or was too much to be shown. */
  readonly partial: boolean;
}

/** A value with its label. */
export interface FieldView {
  /** What it is: the page's word with `app`, else English. */
  readonly label: string;
  /** The value. */
  readonly value: FieldValue;
}

/** A value, by how it is to be shown. */
export type FieldValue =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "number"; readonly value: bigint }
  | { readonly kind: "flag"; readonly value: boolean }
  | { readonly kind: "bytes"; readonly value: Hex }
  | { readonly kind: "address"; readonly address: Address }
  /** An amount; without a `token` nobody knows its decimals, and the number stands as it is. */
  | {
    readonly kind: "amount";
    readonly amount: bigint;
    readonly token: TokenView | null;
    /** The token's contract; `null` for the native currency. */
    readonly address: Address | null;
    /** It is no amount; `message` says what it means here, if it is not "unlimited". */
    readonly beyond?: { readonly message?: string };
  }
  /** Unix seconds. */
  | { readonly kind: "date"; readonly seconds: bigint }
  | { readonly kind: "duration"; readonly seconds: bigint }
  | {
    readonly kind: "unit";
    readonly value: bigint;
    readonly decimals: number;
    readonly unit: string;
  }
  | { readonly kind: "item"; readonly id: bigint; readonly collection: Address };

/** What an order is about. */
export interface OrderTerms {
  /** What leaves the account at most. */
  readonly gives: readonly AssetView[];
  /** What comes to the account at least; `null` where the data leaves it to others. */
  readonly gets: readonly AssetView[] | null;
  /** Unix seconds until which it can be taken, or `null` if it does not say. */
  readonly until: bigint | null;
}

/** An order on an exchange, as its signed data says it; of several at once, all of them together. */
export interface OrderView extends OrderTerms {
  /** The exchange. */
  readonly protocol: string;
  /** The orders that one signature is for, where it is for several; each can be taken alone. */
  readonly orders?: readonly OrderTerms[];
  /** Places among them that hold no order. */
  readonly empty?: number;
}

/** Something that is given or got. */
export interface AssetView {
  /** What it is; `any_item` is whichever of a collection the other side chooses. */
  readonly kind: "native" | "token" | "item" | "any_item";
  /** The contract; `null` for the native currency. */
  readonly address: Address | null;
  /** How much or how many, in the smallest unit. */
  readonly amount: bigint;
  /** Which one, of a collection. */
  readonly id?: bigint;
}
