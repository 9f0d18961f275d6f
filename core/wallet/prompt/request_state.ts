/**
 * States of a request to the user, as a pure function: `next(state, event)`. A result is never lost,
 * and a request without one ends in exactly one error.
 *
 * @module
 */
import { AcctError } from "../../protocol/errors.ts";
import type { RequestStatus } from "../../dialog/request_status.ts";
import { errorView } from "./error_view.ts";

/** State of a request. */
export type RequestState<T> =
  /**
   * Waits for the user; `failure` is the error of the last approval, and `sent` the id of a bundle that
   * may land nevertheless.
   */
  | { readonly name: "review"; readonly failure?: AcctError; readonly sent?: string | undefined }
  /** Runs the approval; with `leaving`, a failure ends the request with this cause. */
  | { readonly name: "approving"; readonly leaving?: "user_rejected" | "aborted" }
  /** Ended with a result. */
  | { readonly name: "approved"; readonly result: T }
  /** Ended without one. */
  | { readonly name: "rejected"; readonly error: AcctError };

/** Something that happened to a request. */
export type RequestEvent<T> =
  /** The user confirmed. */
  | { readonly name: "approve" }
  /** The approval has a result. */
  | { readonly name: "succeed"; readonly result: T }
  /** The approval failed; `sent` is the id of a bundle that may land nevertheless. */
  | { readonly name: "fail"; readonly error: AcctError; readonly sent?: string | undefined }
  /** The user rejected, or the handler ended without an answer; `obstacle` is what the preview showed. */
  | {
    readonly name: "reject";
    readonly reason?: unknown;
    readonly obstacle?: AcctError | undefined;
  }
  /** The dApp withdrew the request. */
  | { readonly name: "abort" };

/** Returns the state after an event; the same object if the event changes nothing. */
export function next<T>(state: RequestState<T>, event: RequestEvent<T>): RequestState<T> {
  switch (state.name) {
    case "review":
      return leaveReview(state, event);
    case "approving":
      return leaveApproving(state, event);
    default:
      return state;
  }
}

function leaveReview<T>(
  state: Extract<RequestState<T>, { name: "review" }>,
  event: RequestEvent<T>,
): RequestState<T> {
  switch (event.name) {
    case "approve":
      return { name: "approving" };
    case "reject":
      if (state.failure === undefined && event.obstacle === undefined && isLost(event.reason)) {
        return { name: "rejected", error: event.reason };
      }
      return rejected(
        "user_rejected",
        event.reason ?? state.failure ?? event.obstacle,
        state.sent,
        // The page and its libraries read the message; a window hands over no `cause`.
        event.obstacle && { detail: `The dialog said: ${event.obstacle.message}` },
      );
    case "abort":
      return rejected("aborted", state.sent === undefined ? undefined : state.failure, state.sent);
    default:
      return state;
  }
}

/** Returns whether a handler could not show the dialog, as its code did not load. */
function isLost(reason: unknown): reason is AcctError {
  return reason instanceof AcctError && reason.data.cause === "service_down";
}

function leaveApproving<T>(
  state: Extract<RequestState<T>, { name: "approving" }>,
  event: RequestEvent<T>,
): RequestState<T> {
  switch (event.name) {
    case "succeed":
      return { name: "approved", result: event.result };
    case "fail":
      return state.leaving === undefined
        ? { name: "review", failure: event.error, sent: event.sent }
        : rejected(state.leaving, event.error, event.sent);
    // The passkey may have signed already: only the failure ends the request.
    case "reject":
      return state.leaving === undefined ? { ...state, leaving: "user_rejected" } : state;
    case "abort":
      return state.leaving === "aborted" ? state : { ...state, leaving: "aborted" };
    default:
      return state;
  }
}

function rejected(
  name: "user_rejected" | "aborted",
  cause: unknown,
  sent: string | undefined,
  said?: { readonly detail: string },
): RequestState<never> {
  const options = {
    ...(cause !== undefined && { cause }),
    ...(sent === undefined ? said : { id: sent }),
  };
  return {
    name: "rejected",
    error: new AcctError(sent === undefined ? name : "may_be_sent", options),
  };
}

/** Returns the state as dialogs see it. */
export function statusOf(state: RequestState<unknown>): RequestStatus {
  switch (state.name) {
    case "review":
      return state.failure === undefined
        ? { name: "review" }
        : { name: "review", failure: errorView(state.failure) };
    case "approving":
      return { name: "approving" };
    default:
      return state;
  }
}
