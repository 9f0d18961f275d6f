/** Translates a bundler's refusal to an `AcctError`. @module */
import { AcctError } from "../../../core/ground/errors.ts";
import { bundlerCodes, BundlerError } from "./bundler.ts";

/** Translates a bundler's error and returns any other error unchanged. */
export function operationError(error: unknown): unknown {
  if (!(error instanceof BundlerError)) return error;
  const detail = error.message;
  if (error.code === bundlerCodes.executionReverted) {
    return new AcctError("simulation_reverts", { detail, cause: error });
  }
  // Since the preparation, the account was deployed (or its deployment was reverted by a
  // reorganisation) or the nonce was used. A new preparation returns a valid operation.
  if (error.aa === "AA10" || error.aa === "AA20" || error.aa === "AA25") {
    return new AcctError("quote_changed", { detail, cause: error });
  }
  if (error.aa === "AA21") return new AcctError("insufficient_funds", { detail, cause: error });
  if (error.aa === "AA32") return new AcctError("quote_changed", { detail, cause: error });
  if (error.aa?.startsWith("AA3") || error.code === bundlerCodes.paymasterDepositTooLow) {
    return new AcctError("sponsor_failed", { detail, cause: error });
  }
  return new AcctError("operation_refused", { detail, cause: error });
}
