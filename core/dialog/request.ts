/**
 * Types of dialog requests. A request contains all data to show and the functions that confirm or
 * reject it; a handler only displays it.
 *
 * @module
 */
import type { Readable } from "../lib/readable.ts";
import type { ChoiceOf, DialogMethod, PreviewOf } from "./requests.ts";
import type { AcctError } from "../ground/errors.ts";
import type { AccountView, AppView, ChainView, ErrorView } from "./common.ts";
import type { RecoveryView } from "./owners.ts";

/** A request that waits for the user. */
export interface DialogRequest<M extends DialogMethod = DialogMethod> {
  /** Unique id of the request. */
  readonly id: string;
  /** Requested method. */
  readonly method: M;
  /** Steps of a flow share `flow.id`, so that a handler can reuse one window. */
  readonly flow: {
    readonly id: string;
    readonly step: number;
    /** Maximum number of steps; a flow can finish earlier. */
    readonly steps: number;
    /** Aborted when the flow finishes, regardless of `steps`. */
    readonly ended?: AbortSignal;
  };
  /** The requesting dApp. */
  readonly app: AppView;
  /** The account; `null` while connecting. */
  readonly account: AccountView | null;
  /** Chain of the request. */
  readonly chain: ChainView;
  /** Data to show; it loads and refreshes while the user reads. */
  readonly preview: Readable<PreviewOf[M]>;
  /**
   * Set while a recovery is waiting for the account, or for an account that the user may connect;
   * it is loaded in the background.
   */
  readonly alarm?: Readable<AlarmView | null>;
  /** Status of the request; it changes with each answer. */
  readonly status: Readable<RequestStatus>;
  /**
   * Confirms the request. Call it directly in the click: it prompts for the passkey, signs and
   * submits. It rejects with an `AcctError` to show; another click may retry.
   */
  approve(choice: ChoiceOf[M]): Promise<unknown>;
  /**
   * Rejects the request. An open passkey prompt is cancelled first; a signature that completes
   * nevertheless counts.
   */
  reject(reason?: string): void;
  /** Aborted when the request is closed for any reason; the handler must then close its dialog. */
  readonly signal: AbortSignal;
}

/** Alarm: a recovery of the user's account is waiting. */
export interface AlarmView {
  /** The account. */
  readonly account: AccountView;
  /** The recovery that takes effect first. */
  readonly recovery: RecoveryView;
  /**
   * Opens the request that stops the recovery, to be shown in place of the current one until it is
   * closed.
   */
  readonly stop: () => DialogRequest<"acct_changeOwners">;
}

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
