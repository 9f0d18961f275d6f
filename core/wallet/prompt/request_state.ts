/**
 * Defines the states of a request to the user as a pure function: `next(state, event)`. A result is
 * never lost, and a request without one ends in exactly one error.
 *
 * @module
 */
import { AcctError } from "../../ground/errors.ts";
import type { RequestStatus } from "../../dialog/request.ts";
import { errorView } from "./error_view.ts";

/** State of a request. */
export type RequestState<T> =
  /**
   * Waits for the user; `failure` is the error of the last approval, and `sent` the id of a bundle
   * that may still be included.
   */
  | { readonly name: "review"; readonly failure?: AcctError; readonly sent?: string | undefined }
  /** Runs the approval; with `leaving`, a failure closes the request with this cause. */
  | { readonly name: "approving"; readonly leaving?: "user_rejected" | "aborted" }
  /** Closed with a result. */
  | { readonly name: "approved"; readonly result: T }
  /** Closed without a result. */
  | { readonly name: "rejected"; readonly error: AcctError };

/** An event of a request. */
export type RequestEvent<T> =
  /** The user confirmed. */
  | { readonly name: "approve" }
  /** The approval has a result. */
  | { readonly name: "succeed"; readonly result: T }
  /** The approval failed; `sent` is the id of a bundle that may still be included. */
  | { readonly name: "fail"; readonly error: AcctError; readonly sent?: string | undefined }
  /**
   * The user rejected, or the handler finished without an answer; `obstacle` is the error that the
   * preview showed.
   */
  | {
    readonly name: "reject";
    readonly reason?: unknown;
    readonly obstacle?: AcctError | undefined;
  }
  /** The dApp withdrew the request. */
  | { readonly name: "abort" };

/** Returns the state after an event; the same object if the event has no effect. */
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
        // The page and its libraries read the message; a window does not transfer `cause`.
        event.obstacle && { detail: `Dialog error: ${event.obstacle.message}` },
      );
    case "abort":
      return rejected("aborted", state.sent === undefined ? undefined : state.failure, state.sent);
    default:
      return state;
  }
}

/** Returns whether a handler could not show the dialog, because its code did not load. */
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
    // The passkey may have signed already: only a failure closes the request.
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

/** Returns the state in the form that dialogs receive. */
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
