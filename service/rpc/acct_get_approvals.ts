/** `acct_getApprovals`: lists what others may take of an account's tokens. @module */
import { acctGetApprovals as definition } from "../../core/protocol/service/methods/acct_get_approvals.ts";
import { listStanding } from "../indexer/active_approvals.ts";
import { method } from "./method.ts";

/** Lists standing approvals. */
export const acctGetApprovals = method(
  definition,
  (context, _caller, params) => listStanding(context, params),
);
