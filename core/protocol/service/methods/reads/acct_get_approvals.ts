/** `acct_getApprovals`: lists which tokens of an account others may take now. @module */
import type { Address, Hex } from "../../../../lib/hex.ts";
import { address, exact } from "../../../schema/schema.ts";
import type { ServiceDefinition } from "../../definition.ts";
import type { TokenJson } from "../../wire.ts";

/** Params of `acct_getApprovals`. */
export interface GetApprovalsParams {
  /** Account whose tokens others may take. */
  readonly account: Address;
}

/** An approval that the account once gave and that the chain still has. */
export interface StandingApprovalJson {
  /** Chain id. */
  readonly chainId: Hex;
  /** Amount of a token, or a whole collection. */
  readonly kind: "allowance" | "operator";
  /** Token, or collection; without metadata of its own its symbol is `?`. */
  readonly token: TokenJson;
  /** Contract or address that may take it. */
  readonly spender: Address;
  /** Amount that is left, in the smallest unit; 1 for a collection. */
  readonly amount: Hex;
}

/** Definition of the method. */
export const acctGetApprovals: ServiceDefinition<"acct_getApprovals", GetApprovalsParams> = {
  name: "acct_getApprovals",
  params: exact({ account: address }),
};
