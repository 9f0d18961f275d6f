/** `acct_getApprovals`: lists the token approvals of an account. @module */
import type { Address, Hex } from "../../../lib/hex.ts";
import { MAX_PERMISSION_ENTRIES } from "../../../ground/limits.ts";
import { address, exact, list, optional } from "../../../schema/schema.ts";
import type { ServiceDefinition } from "../schema/definition.ts";
import { hexChainId } from "../schema/fields.ts";

/** Params of `acct_getApprovals`. */
export interface GetApprovalsParams {
  /** The account. */
  readonly account: Address;
  /** Chain id. Default: all supported chains. */
  readonly chainId?: Hex;
  /** Returns only approvals of these spenders, at most 32. */
  readonly spenders?: readonly Address[];
}

/** Definition of the method. */
export const acctGetApprovals: ServiceDefinition<"acct_getApprovals", GetApprovalsParams> = {
  name: "acct_getApprovals",
  params: exact({
    account: address,
    chainId: optional(hexChainId),
    spenders: optional(list(address, MAX_PERMISSION_ENTRIES)),
  }),
};
