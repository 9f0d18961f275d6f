/**
 * The errors that a page can meet before anything but its first load is there: their rows of the
 * table of causes, and the class behind every error of the kit.
 *
 * @module
 */
import type { Cause } from "./errors.ts";

/** One row of the table of causes: the code, what happened, and what to do next. */
export interface CauseRow {
  /** The code of EIP-1193, EIP-5792 or JSON-RPC 2.0. */
  readonly code: number;
  /** What happened and what was not done. */
  readonly message: string;
  /** What to do next. */
  readonly advice: string;
}

/** The word that names one of them. */
export type BaseCause =
  | "user_rejected"
  | "window_closed"
  | "aborted"
  | "unauthorized"
  | "key_secret"
  | "passkey_unsupported"
  | "service_down"
  | "popup_blocked"
  | "window_lost"
  | "host_unreachable"
  | "disposed"
  | "invalid_request"
  | "invalid_params"
  | "internal";

/** The rows. */
export const baseCauses: Readonly<Record<BaseCause, CauseRow>> = {
  user_rejected: {
    code: 4001,
    message: "The request was rejected. Nothing was signed or sent.",
    advice: "Ask again when the person wants to.",
  },
  window_closed: {
    code: 4001,
    message: "The wallet window was closed. Nothing was signed or sent.",
    advice: "Ask again when the person wants to.",
  },
  aborted: {
    code: 4001,
    message: "The page withdrew the request. Nothing was signed or sent.",
    advice: "Send the request again without aborting it.",
  },
  unauthorized: {
    code: 4100,
    message: "The account is not connected to this page.",
    advice: "Connect first with eth_requestAccounts or wallet_connect.",
  },
  key_secret: {
    code: 4100,
    message: "A secret key (sk_) was used in a browser. The request was refused.",
    advice: "Use a publishable key (pk_) in pages, and replace the secret key.",
  },
  passkey_unsupported: {
    code: 4200,
    message: "This browser cannot use passkeys here.",
    advice: "Open the page in a current browser, outside of an in-app view.",
  },
  service_down: {
    code: 4900,
    message: "The wallet service cannot be reached. Nothing was sent.",
    advice: "Check the network and try again.",
  },
  popup_blocked: {
    code: 4900,
    message: "The browser blocked the wallet window. Nothing was signed or sent.",
    advice: "Ask in a click, or allow windows for this page.",
  },
  window_lost: {
    code: 4900,
    message:
      "The wallet window never answered: it was closed, or this page's Cross-Origin-Opener-Policy header cuts it off. Nothing was signed or sent.",
    advice: "Use Cross-Origin-Opener-Policy: same-origin-allow-popups, or none, on this page.",
  },
  host_unreachable: {
    code: 4900,
    message: "The wallet host did not answer. Nothing was signed or sent.",
    advice: "Check the network and the API key's host, and try again.",
  },
  disposed: {
    code: 4900,
    message: "This provider was disconnected and disposed of.",
    advice: "Create a new one.",
  },
  invalid_request: {
    code: -32600,
    message: "The request is not a JSON-RPC 2.0 request.",
    advice: "Send jsonrpc, id, method and params.",
  },
  invalid_params: {
    code: -32602,
    message: "The parameters are not valid.",
    advice: "Correct the field that is named.",
  },
  internal: {
    code: -32603,
    message: "Something failed that should not have.",
    advice: "See the cause; please report it.",
  },
};

/** What an error carries besides its code and message. */
export interface ErrorData {
  /** The exact cause. */
  readonly cause: Cause;
  /** What to do next. */
  readonly advice: string;
  /** The path of a wrong field (`params[0].calls[1].to`), where one is to blame. */
  readonly field?: string;
  /** Seconds after which to try again, with `limit_exceeded`. */
  readonly retryAfter?: number;
}

/** What can be said with an error. */
export interface ErrorOptions {
  /** Appended to the sentence. */
  readonly detail?: string;
  /** What it comes from. */
  readonly cause?: unknown;
  /** The path of a wrong field. */
  readonly field?: string;
  /** Seconds after which to try again. */
  readonly retryAfter?: number;
}

/**
 * An error with its row; pages know all of them as `AcctError`.
 *
 * @internal
 */
export class BaseError extends Error {
  /** `AcctError`. */
  override readonly name = "AcctError";
  /** The code of EIP-1193, EIP-5792 or JSON-RPC. */
  readonly code: number;
  /** The exact cause and what to do next. */
  readonly data: ErrorData;

  /** Makes an error; `detail` is appended to the row's sentence. */
  constructor(cause: BaseCause, options?: ErrorOptions);
  constructor(cause: Cause, options: ErrorOptions, row: CauseRow);
  constructor(
    cause: Cause,
    { detail, cause: origin, field, retryAfter }: ErrorOptions = {},
    { code, message, advice }: CauseRow = baseCauses[cause as BaseCause],
  ) {
    super(
      detail === undefined ? message : `${message} ${detail}`,
      origin === undefined ? undefined : { cause: origin },
    );
    this.code = code;
    this.data = {
      cause,
      advice,
      ...(field !== undefined && { field }),
      ...(retryAfter !== undefined && { retryAfter }),
    };
  }
}
