/** What a dialog shows of an operation's fee. @module */
import type { Address } from "../lib/hex.ts";
import type { TokenView } from "./request.ts";

/** Who pays for the operation and how much at most. */
export type FeeView =
  | {
    readonly payer: "sponsor";
    /** Who sponsors: a name for our own service, else the paymaster's domain. */
    readonly sponsor: string;
  }
  | {
    /** Nothing is sent now: who uses the permission pays for bringing it to the chain. */
    readonly payer: "spender";
  }
  | {
    readonly payer: "account";
    /** What it is paid in. */
    readonly token: TokenView;
    /** Expected cost in the smallest unit. */
    readonly expected: bigint;
    /** The most it can cost. */
    readonly maximum: bigint;
    /** What the account holds of it. */
    readonly balance: bigint;
    /** Domain of whoever takes the token, where that is not the wallet's own service. */
    readonly takenBy?: string;
    /** Why the page's sponsor does not pay, where one was asked and failed. */
    readonly sponsorFailed?: string;
    /** All ways to pay, this one included, where there is more than one. */
    readonly options?: readonly FeeOptionView[];
  };

/** One way for the account to pay its fee. */
export interface FeeOptionView {
  /** What it is paid in. */
  readonly token: TokenView;
  /** Expected cost in the smallest unit. */
  readonly expected: bigint;
  /** The most it can cost; an upper estimate until it is chosen. */
  readonly maximum: bigint;
  /** What the account holds of it. */
  readonly balance: bigint;
  /** Domain of whoever takes the token, where that is not the wallet's own service. */
  readonly takenBy?: string;
  /**
   * Why it cannot be chosen: too little is left for it (`balance`), the operation is dearer than can
   * be paid that way (`limit`), or it is not offered right now (`unavailable`).
   */
  readonly obstacle: "balance" | "limit" | "unavailable" | null;
}

/** What an account has too little of for an operation, its fee included. */
export interface ShortageView {
  /** Of what. */
  readonly token: TokenView;
  /** The most that is needed, in the smallest unit. */
  readonly needed: bigint;
  /** What the account holds, in the smallest unit. */
  readonly balance: bigint;
}

/** What a person says yes to, of an operation on chain. */
export interface OperationChoice {
  /** After a sponsor failed: the account pays the fee. */
  readonly payFromAccount?: boolean;
  /** What the fee that was read is in; another one than prepared is prepared first. */
  readonly feeToken?: Address | null;
}
