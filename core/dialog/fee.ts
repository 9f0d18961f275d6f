/** Types of an operation's fee in dialogs. @module */
import type { Address } from "../lib/hex.ts";
import type { TokenView } from "./common.ts";

/** Payer and maximum of an operation's fee. */
export type FeeView =
  | {
    readonly payer: "sponsor";
    /** Name of the sponsor; for an external one, the paymaster's domain. */
    readonly sponsor: string;
  }
  | {
    /** The grant is not submitted now; the spender pays when it first uses the permission. */
    readonly payer: "spender";
  }
  | {
    readonly payer: "account";
    /** Token of the fee. */
    readonly token: TokenView;
    /** Expected cost in the smallest unit. */
    readonly expected: bigint;
    /** Maximum cost in the smallest unit. */
    readonly maximum: bigint;
    /** Balance of the token. */
    readonly balance: bigint;
    /** Reason why the requested sponsor does not pay. */
    readonly sponsorFailed?: string;
    /** All payment options including this one, if there are several. */
    readonly options?: readonly FeeOptionView[];
  };

/** A token in which the account can pay its fee. */
export interface FeeOptionView {
  /** Token of the fee. */
  readonly token: TokenView;
  /** Expected cost in the smallest unit. */
  readonly expected: bigint;
  /** Maximum cost in the smallest unit; an upper estimate until the option is chosen. */
  readonly maximum: bigint;
  /** Balance of the token. */
  readonly balance: bigint;
  /**
   * Reason why the option cannot be chosen: the balance is too low (`balance`), the cost exceeds
   * the paymaster's limit (`limit`), or it is not offered right now (`unavailable`).
   */
  readonly obstacle: "balance" | "limit" | "unavailable" | null;
}

/** A token that the account lacks for an operation, including the fee. */
export interface ShortageView {
  /** The missing token. */
  readonly token: TokenView;
  /** Maximum required amount, in the smallest unit. */
  readonly needed: bigint;
  /** Balance in the smallest unit. */
  readonly balance: bigint;
}

/** The user's choices for an operation. */
export interface OperationChoice {
  /** Pay the fee from the account, after a sponsor failed. */
  readonly payFromAccount?: boolean;
  /** Fee token that the user saw. If it is not the prepared one, a new quote is required first. */
  readonly feeToken?: Address | null;
}
