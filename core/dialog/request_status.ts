/** Type of a request's status. @module */
import type { AcctError } from "../protocol/errors.ts";
import type { ErrorView } from "./common.ts";

/**
 * Status of a request:
 * - `review`: waits for the user; `failure` is the error of the last approval;
 * - `approving`: the passkey is used, or the result is submitted; it goes back to `review` when that
 *   fails;
 * - `approved`: ended with a result;
 * - `rejected`: ended without one, by the user, the dApp or the handler.
 */
export type RequestStatus =
  | { readonly name: "review"; readonly failure?: ErrorView }
  | { readonly name: "approving" }
  | { readonly name: "approved"; readonly result: unknown }
  | { readonly name: "rejected"; readonly error: AcctError };
