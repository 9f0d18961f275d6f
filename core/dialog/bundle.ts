/** Types of the status dialog. @module */
import type { Hex } from "../lib/hex.ts";
import type { ErrorView, PreviewStatus } from "./common.ts";

/** Status of a bundle. */
export interface BundleView {
  /** EIP-5792 status: 100 pending, 200 confirmed, 400 failed offchain, 500 reverted. */
  readonly code: 100 | 200 | 400 | 500;
  /** Revert reason from the chain, if any; the contract chooses the text. */
  readonly reason?: string;
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
  /** Reloads after an error. */
  readonly retry?: () => void;
  /** Bundle id. */
  readonly id: string;
  /** Status, or `null` while loading. */
  readonly bundle: BundleView | null;
}
