/** Types that several dialogs share. @module */
import type { Address } from "../lib/hex.ts";
import type { Cause } from "../ground/errors.ts";

/** The requesting dApp. */
export interface AppView {
  /** Name chosen by the dApp; bounded and sanitized, but not verified. */
  readonly name: string;
  /** https URL of the dApp's logo, or `null`. */
  readonly logoUrl: string | null;
  /** Origin reported by the browser: the only verified identity of the dApp. */
  readonly origin: string;
  /** True if the wallet home made the request; the dialog then shows no app name. */
  readonly own?: true;
}

/** A chain, described for dialogs. */
export interface ChainView {
  /** Chain id. */
  readonly id: number;
  /** Display name. */
  readonly name: string;
  /** True for a test network. */
  readonly testnet: boolean;
  /** Native currency of the chain. */
  readonly nativeCurrency: {
    readonly name: string;
    readonly symbol: string;
    readonly decimals: number;
  };
}

/** An account, described for dialogs. */
export interface AccountView {
  /** Account address. */
  readonly address: Address;
  /** ENS name, or the name of its passkey. */
  readonly name?: string;
  /** Set if a signer of the app (`preference.owner`) confirms instead of a passkey. */
  readonly external?: true;
}

/** Prices in the operator's currency, for display alone. */
export interface FiatView {
  /** ISO 4217 code. */
  readonly currency: string;
  /** Decimal price of one whole token, by contract (`null`: native); `null` while loading. */
  readonly prices: readonly { readonly address: Address | null; readonly price: string }[] | null;
}

/** A recipient with the known facts about it. */
export interface PartyView {
  /** The address. */
  readonly address: Address;
  /** Name in the contacts of this device, or of an account on this device. */
  readonly contact?: string;
  /** ENS name that resolves to the address, as verified by the service. */
  readonly name?: string;
  /** Number of payments from this device to it. */
  readonly paid: number;
}

/** A token, as described by the chain. */
export interface TokenView {
  /** Contract, or `null` for the native currency. */
  readonly address: Address | null;
  /** Symbol, without control characters. */
  readonly symbol: string;
  /** Decimals of an amount in the smallest unit. */
  readonly decimals: number;
  /**
   * True if it is known that the operator does not list the token; any contract can choose its
   * name.
   */
  readonly unlisted?: true;
  /**
   * True if there is no token with a name at the address: the symbol is the shortened address, and
   * amounts are in the smallest unit.
   */
  readonly unnamed?: true;
}

/** A warning for the user; its text is in the dialogs' text tables. */
export interface Warning {
  /** Subject of the warning. */
  readonly code:
    | "unlimited_approval"
    | "whole_approval"
    | "approval_for_all"
    | "permit"
    | "long_approval"
    | "order_for_nothing"
    | "value_to_token"
    | "hands_over"
    | "moves_tokens"
    | "runs_calls"
    | "other_account"
    | "acts_for_you"
    | "signs_hash"
    | "for_contract"
    | "sign_in_elsewhere"
    | "odd_data"
    | "unlimited_grant"
    | "long_grant"
    | "no_token"
    | "risky_grant"
    | "unread_grant"
    | "endless_grant"
    | "unwatched_tokens"
    | "new_spender"
    | "unknown_function"
    | "partly_read"
    | "look_alike"
    | "hidden_characters"
    | "not_text"
    | "other_chain"
    | "simulation_reverts"
    | "simulation_unavailable"
    | "simulation_differs"
    | "gives_approval"
    | "not_bounded"
    | "may_be_sent"
    | "passkey_not_backed_up";
  /** Severity. */
  readonly level: "info" | "warning" | "danger";
  /** Index of the call that it concerns. */
  readonly call?: number;
  /** Data such as an address or a revert reason, never a sentence. */
  readonly detail?: string;
}

/** State of a preview. */
export type PreviewStatus = "loading" | "ready" | "refreshing" | "error";

/** An error to show in a dialog. */
export interface ErrorView {
  /** Cause, as the key of the text table. */
  readonly cause: Cause;
  /** Message in English, as a fallback. */
  readonly message: string;
}
