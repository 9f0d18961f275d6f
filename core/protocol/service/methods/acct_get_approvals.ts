/** `acct_getApprovals`: lists what others may take of an account's tokens. @module */
import type { Address, Hex } from "../../../lib/hex.ts";
import { MAX_PERMISSION_ENTRIES } from "../../limits.ts";
import { address, exact, list, optional } from "../../schema/schema.ts";
import type { ServiceDefinition } from "../definition.ts";
import { hexChainId } from "../fields.ts";

/** Params of `acct_getApprovals`. */
export interface GetApprovalsParams {
  /** The account. */
  readonly account: Address;
  /** Chain id; all served chains if left out. */
  readonly chainId?: Hex;
  /** Only approvals of these addresses, at most 32. */
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
