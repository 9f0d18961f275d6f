/** Types of the status dialog. @module */
import type { Address, Hex } from "../lib/hex.ts";
import type { ErrorView, PreviewStatus, TokenView } from "./common.ts";

/** A token transfer from or to the account, as logged by the token's contract. */
export interface PastTransferView {
  /** The token; it has a name only if the operator lists it. */
  readonly token: TokenView;
  /** Amount in the smallest unit. */
  readonly amount: bigint;
  /** True if the account sent it, false if it received it. */
  readonly isSent: boolean;
  /** The recipient, or the sender. */
  readonly party: Address;
}

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
  /** Time of its block in Unix seconds; `null` while it is read, absent if it is unknown. */
  readonly time?: number | null;
  /** URL of the transaction in the chain's block explorer. */
  readonly explorerUrl?: string;
  /**
   * Token transfers of a confirmed bundle, with listed tokens first; absent if there are none,
   * or the account is unknown. The native currency is not included.
   */
  readonly transfers?: readonly PastTransferView[];
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
