/** Type of a request's status. @module */
import type { AcctError } from "../ground/errors.ts";
import type { ErrorView } from "./common.ts";

/**
 * Status of a request:
 * - `review`: waits for the user; `failure` is the error of the last approval;
 * - `approving`: the passkey is used, or the result is submitted; returns to `review` on failure;
 * - `approved`: closed with a result;
 * - `rejected`: closed without a result, by the user, the dApp or the handler.
 */
export type RequestStatus =
  | { readonly name: "review"; readonly failure?: ErrorView }
  | { readonly name: "approving" }
  | { readonly name: "approved"; readonly result: unknown }
  | { readonly name: "rejected"; readonly error: AcctError };
