/** Returns the obstacle of a request that the user left. @module */
import { AcctError, causes } from "../../ground/errors.ts";
import type { OperationPreview } from "../../dialog/operation.ts";

/**
 * Returns the error that a preview shows: data that could not be loaded, tokens that the account
 * lacks, calls that would fail, or a sponsor that declined. Undefined if there was no obstacle.
 */
export function obstacleOf(preview: unknown): AcctError | undefined {
  const { error, shortages, warnings = [], fee } = preview as Partial<OperationPreview>;
  if (error !== undefined) {
    const { cause, message } = error;
    return new AcctError(cause, { row: { ...causes[cause], message } });
  }
  const reverts = warnings.find(({ code }) => code === "simulation_reverts");
  if (shortages !== undefined || reverts !== undefined) {
    const cause = shortages === undefined ? "simulation_reverts" : "insufficient_funds";
    return new AcctError(cause, reverts?.detail ? { detail: reverts.detail } : {});
  }
  return fee?.payer === "account" && fee.sponsorFailed !== undefined
    ? new AcctError("sponsor_failed", { detail: fee.sponsorFailed })
    : undefined;
}
