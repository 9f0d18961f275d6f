/** `acct_getApprovals`: lists which tokens of an account others may take now. @module */
import { acctGetApprovals as definition } from "../../core/protocol/service/methods/reads/acct_get_approvals.ts";
import { standingApprovals } from "../permissions/approvals.ts";
import { method } from "./method.ts";

/** Lists approvals. Chains that are down are left out. */
export const acctGetApprovals = method(
  definition,
  (context, _caller, { account }) => standingApprovals(context, account),
);
