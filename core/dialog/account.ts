/** Types of the account dialog. @module */
import type { Address } from "../lib/hex.ts";
import type { ErrorView, PreviewStatus, TokenView } from "./common.ts";

/** A token balance of the account. */
export interface HoldingView {
  /** Id of the token's chain. */
  readonly chainId: number;
  /** Name of the token's chain. */
  readonly chainName: string;
  /** The token. */
  readonly token: TokenView;
  /** Name of the token, if the operator lists it: "USD Coin". */
  readonly name?: string;
  /** Amount in the token's smallest unit. */
  readonly amount: bigint;
}

/** A network that the user can switch to. */
export interface NetworkView {
  /** Chain id. */
  readonly id: number;
  /** Display name. */
  readonly name: string;
  /** True for a test network. */
  readonly testnet: boolean;
}

/** Preview of the account. */
export interface ShowAccountPreview {
  /** State of loading. */
  readonly status: PreviewStatus;
  /** Error of loading; set with status `error`. */
  readonly error?: ErrorView;
  /** Reloads after an error. */
  readonly retry?: () => void;
  /** Balances, or `null` while loading. */
  readonly holdings: readonly HoldingView[] | null;
  /** Available networks; empty if the service cannot be reached. */
  readonly networks: readonly NetworkView[];
  /** URL of the wallet home; absent if the wallet has none. */
  readonly homeUrl?: string;
}

/** The user's choice: close the dialog, switch networks, or disconnect the dApp. */
export type ShowAccountChoice =
  | { readonly kind: "done" }
  | { readonly kind: "network"; readonly chainId: number }
  | { readonly kind: "disconnect" };

/** Preview of a token to show. */
export interface WatchAssetPreview {
  /** State of loading. */
  readonly status: PreviewStatus;
  /** Error of loading; set with status `error`. */
  readonly error?: ErrorView;
  /** Reloads after an error. */
  readonly retry?: () => void;
  /** Contract that the dApp named. */
  readonly address: Address;
  /** The token, read from the chain; `null` while loading, and if it is not a token. */
  readonly asset: {
    readonly token: TokenView;
    /** Name, without control characters. */
    readonly name: string;
    /** Balance of the account in the smallest unit. */
    readonly balance: bigint;
    /** True if the dApp describes it differently. */
    readonly differs: boolean;
  } | null;
}
