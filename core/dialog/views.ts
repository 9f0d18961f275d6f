/** Types of permissions and bundles in dialogs. @module */
import type { Address, Hex } from "../lib/hex.ts";
import type { SpendUnit } from "../permission/period.ts";
import type { ErrorView, PreviewStatus, TokenView } from "./request.ts";

/** A permission, described for dialogs. */
export interface PermissionView {
  /** Address that may use the permission. */
  readonly spender: Address;
  /** Start in Unix seconds; absent while unknown. */
  readonly start?: number;
  /** End in Unix seconds, inclusive. */
  readonly end: number;
  /** Functions that may be called; if empty, only plain transfers of the listed tokens. */
  readonly calls: readonly {
    readonly target: Address;
    readonly selector: Hex;
    /** Function signature from the dApp, verified against the selector. */
    readonly signature?: string;
  }[];
  /** Spend limits. */
  readonly spends: readonly {
    readonly token: TokenView;
    readonly allowance: bigint;
    readonly unit: SpendUnit;
    readonly multiplier: number;
    /** Remaining allowance of the current period, if known. */
    readonly remaining?: bigint;
  }[];
}

/** Status of a bundle. */
export interface BundleView {
  /** EIP-5792 status: 100 pending, 200 confirmed, 400 failed offchain, 500 reverted. */
  readonly code: 100 | 200 | 400 | 500;
  /** Name of the bundle's chain. */
  readonly chainName: string;
  /** Hash of the transaction that included the bundle. */
  readonly transactionHash?: Hex;
  /** URL of the transaction in the chain's block explorer. */
  readonly explorerUrl?: string;
}

/** Preview of a bundle's status, kept up to date. */
export interface StatusPreview {
  /** State of loading. */
  readonly status: PreviewStatus;
  /** Error of loading; set with status `error`. */
  readonly error?: ErrorView;
  /** Loads again after an error. */
  readonly retry?: () => void;
  /** Bundle id. */
  readonly id: string;
  /** Status, or `null` while loading. */
  readonly bundle: BundleView | null;
}
