/** Types that explain calls and typed data in dialogs. @module */
import type { Address, Hex } from "../lib/hex.ts";
import type { TokenView } from "./common.ts";

/**
 * A digest of signed data, under its name in ERC-8213. The names are terms of the standard, so
 * dialogs show them untranslated.
 *
 * @see https://eips.ethereum.org/EIPS/eip-8213
 */
export interface DigestView {
  /** Name of the digest. */
  readonly term:
    | "ERC-191 Digest"
    | "EIP-712 Digest"
    | "Domain Hash"
    | "Message Hash"
    | "Calldata Digest";
  /** The digest, 32 bytes. */
  readonly value: Hex;
}

/** A call or a step of one, decoded from its bytes on this device. */
export interface CallView {
  /** Index in the batch, or among the steps. */
  readonly index: number;
  /** Contract or recipient; the router for a router's command. */
  readonly to: Address;
  /** Value in wei. */
  readonly value: bigint;
  /** Call data; the input for a router's command. */
  readonly data: Hex;
  /**
   * Caller of a step, if it is not the account itself. The step then moves or approves that
   * contract's tokens.
   */
  readonly by?: Address;
  /** True for a step that may fail without stopping the others. */
  readonly mayFail?: boolean;
  /** Kind of call, according to its bytes. */
  readonly kind:
    | "send"
    | "token_transfer"
    | "token_approve"
    | "approval_for_all"
    | "item_transfer"
    | "call";
  /** Function name and arguments, if the selector is known. */
  readonly function?: {
    readonly name: string;
    readonly args: readonly {
      readonly name: string;
      readonly type: string;
      readonly value: string;
    }[];
  };
  /** Description from a descriptor or the dApp. */
  readonly explanation?: ExplanationView;
  /** Token that is moved or approved. */
  readonly token?: TokenView;
  /** Recipient or spender. */
  readonly recipient?: Address;
  /** Amount in the token's smallest unit. */
  readonly amount?: bigint;
  /** True for an approval without a practical limit. */
  readonly unlimited?: boolean;
}

/** Describes a call as text, from the wallet's descriptors or from the dApp's ABI. */
export interface ExplanationView {
  /**
   * Source of the description: `pinned` is an ERC-7730 descriptor included in this release, for
   * exactly this contract on this chain; `convention` is the usual meaning of function and
   * arguments, for an unknown contract; `app` is the dApp's description, which is not verified.
   */
  readonly source: "pinned" | "convention" | "app";
  /** Contract name; only with `pinned`. Shown next to the address, never instead of it. */
  readonly contract?: string;
  /** Purpose of the function, in English; with `app` the function's name. */
  readonly intent: string;
  /** Labelled values of the call. */
  readonly fields: readonly FieldView[];
  /**
   * Steps of a router or multicall, in order: calls, or commands of the contract itself. Each is
   * decoded like a call; `by` is its caller, if that is not the account.
   */
  readonly steps?: readonly CallView[];
  /** Number of steps that were not decoded, because they are too many or nested too deeply. */
  readonly unread?: number;
  /** True if part of the data is shown only as bytes, or is too long to be shown. */
  readonly partial: boolean;
}

/** A value with its label. */
export interface FieldView {
  /** Label in English; with `app` the dApp's own. */
  readonly label: string;
  /** The labelled value. */
  readonly value: FieldValue;
}

/** A value with its display format. */
export type FieldValue =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "number"; readonly value: bigint }
  | { readonly kind: "flag"; readonly value: boolean }
  | { readonly kind: "bytes"; readonly value: Hex }
  | { readonly kind: "address"; readonly address: Address }
  /** An amount; without a `token` its decimals are unknown, and the plain number is shown. */
  | {
    readonly kind: "amount";
    readonly amount: bigint;
    readonly token: TokenView | null;
    /** The token's contract; `null` for the native currency. */
    readonly address: Address | null;
    /** Set if the number is not an amount; `message` is its meaning. Default: "unlimited". */
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

/** Terms of an order. */
export interface OrderTerms {
  /** Maximum outgoing assets. */
  readonly gives: readonly AssetView[];
  /** Minimum assets that the account receives; `null` if the counterparty chooses them. */
  readonly gets: readonly AssetView[] | null;
  /** Expiry in Unix seconds, or `null` if the order has none. */
  readonly until: bigint | null;
}

/** An exchange order, decoded from its signed data; several orders are summed up. */
export interface OrderView extends OrderTerms {
  /** Name of the exchange. */
  readonly protocol: string;
  /** Single orders, if one signature covers several; each can be filled separately. */
  readonly orders?: readonly OrderTerms[];
  /** Number of empty orders among `orders`. */
  readonly empty?: number;
}

/** An asset of an order. */
export interface AssetView {
  /** Kind of asset; with `any_item` the counterparty chooses one of a collection. */
  readonly kind: "native" | "token" | "item" | "any_item";
  /** Contract, or `null` for the native currency. */
  readonly address: Address | null;
  /** Amount in the smallest unit, or number of items. */
  readonly amount: bigint;
  /** Id of the item in its collection. */
  readonly id?: bigint;
}
