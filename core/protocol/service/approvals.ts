/** Defines standing approvals on the wire between client and service. @module */
import type { Address, Hex } from "../../lib/hex.ts";
import type { TokenJson } from "./wire.ts";

/** An approval that the chain says still stands. */
export interface StandingApprovalJson {
  /** Chain id. */
  readonly chainId: Hex;
  /**
   * - `allowance`: an ERC-20 allowance;
   * - `operator`: all items of a collection (ERC-721, ERC-1155);
   * - `operator6909`: all tokens of an ERC-6909 contract;
   * - `permit2`: an allowance that Permit2 keeps.
   */
  readonly kind: "allowance" | "operator" | "operator6909" | "permit2";
  /** Token, or collection; without metadata of its own its symbol is `?`. */
  readonly token: TokenJson;
  /** Address that may take it. */
  readonly spender: Address;
  /** Amount in the smallest unit; 1 for operators. */
  readonly amount: Hex;
  /** Unix seconds after which Permit2 refuses. */
  readonly expiration?: number;
  /**
   * True if an operation of the account gave it. The event of any other is anyone's word, and so is
   * what an unknown token answers.
   */
  readonly own: boolean;
}

/** Standing approvals of an account on a chain. */
export interface ApprovalsJson {
  /** Chain id. */
  readonly chainId: Hex;
  /** Those that stand, the account's own first, then the newest. */
  readonly approvals: readonly StandingApprovalJson[];
  /** Tokens that operations of the account brought in, the newest first. */
  readonly received: readonly Address[];
  /** False if the chain could not be read to its end: the next call continues. */
  readonly complete: boolean;
  /** True if there are more than one response takes, or events of some that no node lists. */
  readonly more: boolean;
}
