/** What dialogs show of permissions and of bundles. @module */
import type { Address, Hex } from "../lib/hex.ts";
import type { ErrorView, PreviewStatus, TokenView } from "./request.ts";

/** A permission as a dialog explains it. */
export interface PermissionView {
  /** Who may spend. */
  readonly spender: Address;
  /** First second, Unix; absent while it is not known yet. */
  readonly start?: number;
  /** Last second, Unix. */
  readonly end: number;
  /** Functions that may be called; none: plain transfers of the listed tokens only. */
  readonly calls: readonly {
    readonly target: Address;
    readonly selector: Hex;
    /** The function as the page describes it, checked against the selector. */
    readonly signature?: string;
  }[];
  /** What may be spent. */
  readonly spends: readonly {
    readonly token: TokenView;
    readonly allowance: bigint;
    readonly unit: PeriodUnit;
    readonly multiplier: number;
    /** What is left now, where that is known. */
    readonly remaining?: bigint;
  }[];
}

/** Unit of a spend period. */
export type PeriodUnit = "minute" | "hour" | "day" | "week" | "month" | "year" | "forever";

/** What became of a bundle. */
export interface BundleView {
  /** EIP-5792: 100 pending, 200 done, 400 never reached the chain, 500 reverted. */
  readonly code: 100 | 200 | 400 | 500;
  /** The chain's name. */
  readonly chainName: string;
  /** The transaction that carried it. */
  readonly transactionHash?: Hex;
  /** The same at the chain's block explorer. */
  readonly explorerUrl?: string;
}

/** Preview of a status; it follows what happens. */
export interface StatusPreview {
  /** How far it has come. */
  readonly status: PreviewStatus;
  /** Why nothing is known, with `error`. */
  readonly error?: ErrorView;
  /** Asks the service again, after an error. */
  readonly retry?: () => void;
  /** The bundle's id. */
  readonly id: string;
  /** What became of it, or `null` while unknown. */
  readonly bundle: BundleView | null;
}
