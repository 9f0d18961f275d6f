/**
 * Errors of the SDK. Each is a real `Error` with an EIP-1193, EIP-5792 or JSON-RPC `code`, and
 * `data.cause`: one word that names the exact cause, from the table {@linkcode causes}.
 *
 * @module
 */
import type { Hex } from "../lib/hex.ts";
import { type Cause, type CauseRow, causes } from "./causes.ts";
import { MAX_DETAIL_LENGTH, MAX_FIELD_LENGTH } from "./limits.ts";

export { type Cause, type CauseRow, causes } from "./causes.ts";

/** Details of an error besides its code and message. */
export interface ErrorData {
  /** The exact cause. */
  readonly cause: Cause;
  /** Advice for the developer or user. */
  readonly advice: string;
  /** Path of the wrong field (`params[0].calls[1].to`), where one is to blame. */
  readonly field?: string;
  /** Seconds after which to try again, with `limit_exceeded`. */
  readonly retryAfter?: number;
  /** Id of the bundle that may have been sent, with `may_be_sent`, or that failed. */
  readonly id?: string;
  /** The operation's own receipt (EIP-5792), with `reverted`: its transaction, logs and gas. */
  readonly receipt?: { readonly transactionHash: Hex };
  /** Why the operation reverted, with `reverted`, if the chain has a reason; the contract's text. */
  readonly reason?: string;
  /** Revert data of a read of the chain (`eth_call`, `eth_estimateGas`), as its node gave it. */
  readonly data?: Hex;
  /** The node's words, with `data`. */
  readonly message?: string;
}

/** Additions to a cause's own row. */
export interface ErrorOptions {
  /** Appended to the sentence. */
  readonly detail?: string;
  /** The error behind this one. */
  readonly cause?: unknown;
  /** Path of the wrong field. */
  readonly field?: string;
  /** Seconds after which to try again. */
  readonly retryAfter?: number;
  /** Id of the bundle that may have been sent, or that failed. */
  readonly id?: string;
  /** Receipt of an operation that failed. */
  readonly receipt?: { readonly transactionHash: Hex };
  /** Why an operation reverted. */
  readonly reason?: string;
  /** Replaces the table's row: a newer sender's own words, see `error_json.ts`. */
  readonly row?: CauseRow;
}

/**
 * An error of the SDK, shaped as EIP-1193's `ProviderRpcError`.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1193#errors
 * @see https://eips.ethereum.org/EIPS/eip-5792#error-codes
 */
export class AcctError extends Error {
  /** `AcctError`. */
  override readonly name = "AcctError";
  /** Code of EIP-1193, EIP-5792 or JSON-RPC. */
  readonly code: number;
  /** The exact cause and what to do next. */
  readonly data: ErrorData;

  /** Makes an error of a known cause; `detail` is appended to the table's sentence. */
  constructor(cause: Cause, options: ErrorOptions = {}) {
    // A dApp chose the names in both, of any length.
    const { detail, field, retryAfter, id, receipt, reason, row = causes[cause] } = options;
    super(
      detail === undefined ? row.message : `${row.message} ${detail.slice(0, MAX_DETAIL_LENGTH)}`,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = row.code;
    this.data = {
      cause,
      advice: row.advice,
      ...(field !== undefined && { field: field.slice(0, MAX_FIELD_LENGTH) }),
      ...(retryAfter !== undefined && { retryAfter }),
      ...(id !== undefined && { id }),
      ...(receipt && { receipt }),
      ...(reason && { reason }),
    };
  }
}
