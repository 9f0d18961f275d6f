/** Defines active approvals on the wire between client and service. @module */
import type { Address, Hex } from "../lib/hex.ts";
import type { TokenJson } from "./values.ts";

/** An approval that is active according to the chain. */
export interface StandingApprovalJson {
  /** Chain id. */
  readonly chainId: Hex;
  /**
   * - `allowance`: an ERC-20 allowance;
   * - `operator`: all items of a collection (ERC-721, ERC-1155);
   * - `operator6909`: all tokens of an ERC-6909 contract;
   * - `permit2`: an allowance in Permit2.
   */
  readonly kind: "allowance" | "operator" | "operator6909" | "permit2";
  /** Token, or collection; its symbol is `?` if it has no metadata. */
  readonly token: TokenJson;
  /** Spender of the approval. */
  readonly spender: Address;
  /** Amount in the smallest unit; 1 for operators. */
  readonly amount: Hex;
  /** Unix seconds after which Permit2 rejects it. */
  readonly expiration?: number;
  /**
   * True if an operation of the account granted it. The event of any other approval is untrusted,
   * and so are the responses of an unknown token.
   */
  readonly own: boolean;
}

/** Active approvals of an account on a chain. */
export interface ApprovalsJson {
  /** Chain id. */
  readonly chainId: Hex;
  /** Active approvals; the account's own first, then the newest. */
  readonly approvals: readonly StandingApprovalJson[];
  /** Tokens that operations of the account received, the newest first. */
  readonly received: readonly Address[];
  /** False if the chain could not be read to its end: the next call continues. */
  readonly complete: boolean;
  /**
   * True if there are more than fit into a response, or if some events are not available from any
   * node.
   */
  readonly more: boolean;
}
