/** `acct_getApprovals`: lists the allowances and operators for an account's tokens. @module */
import { acctGetApprovals as definition } from "../../core/protocol/service/methods/acct_get_approvals.ts";
import { listStanding } from "../indexer/approvals/active_approvals.ts";
import { method } from "./method.ts";

/** Lists active approvals. */
export const acctGetApprovals = method(
  definition,
  async (context, { client }, params) => {
    await context.approvalRate.take(client);
    return await listStanding(context, params);
  },
);
