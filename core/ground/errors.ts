/**
 * Errors of the SDK. Each is a real `Error` with an EIP-1193, EIP-5792 or JSON-RPC `code`, and the
 * exact cause in `data.cause`: a key of the table {@linkcode causes}.
 *
 * @example
 * ```ts
 * import { AcctError } from "@sdk/core/errors";
 *
 * export function isRejection(error: unknown): boolean {
 *   return error instanceof AcctError && error.code === 4001;
 * }
 * ```
 *
 * @module
 */
import type { Hex } from "../lib/hex.ts";
import { type Cause, type CauseRow, causes } from "./causes.ts";
import { MAX_DETAIL_LENGTH, MAX_FIELD_LENGTH } from "./limits.ts";

export { type Cause, type CauseRow, causes } from "./causes.ts";

/** Details of an error in addition to its code and message. */
export interface ErrorData {
  /** The exact cause. */
  readonly cause: Cause;
  /** Advice for the developer or user. */
  readonly advice: string;
  /** Path of the wrong field (`params[0].calls[1].to`), if one caused the error. */
  readonly field?: string;
  /** Seconds after which to retry, with `limit_exceeded`. */
  readonly retryAfter?: number;
  /** Id of the bundle that may have been sent, with `may_be_sent`, or that failed. */
  readonly id?: string;
  /** The operation's own receipt (EIP-5792), with `reverted`: its transaction, logs and gas. */
  readonly receipt?: { readonly transactionHash: Hex };
  /** Revert reason, with `reverted`, if the chain has one; the contract chooses the text. */
  readonly reason?: string;
  /** Revert data of a chain read (`eth_call`, `eth_estimateGas`), as returned by the node. */
  readonly data?: Hex;
  /** The node's message, with `data`. */
  readonly message?: string;
}

/** Additions to a cause's own row. */
export interface ErrorOptions {
  /** Appended to the message. */
  readonly detail?: string;
  /** The underlying error. */
  readonly cause?: unknown;
  /** Path of the wrong field. */
  readonly field?: string;
  /** Seconds after which to retry. */
  readonly retryAfter?: number;
  /** Id of the bundle that may have been sent, or that failed. */
  readonly id?: string;
  /** Receipt of an operation that failed. */
  readonly receipt?: { readonly transactionHash: Hex };
  /** Revert reason of an operation. */
  readonly reason?: string;
  /** Replaces the table's row with the text of a newer sender, see `error_json.ts`. */
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
  /** The exact cause and the next step. */
  readonly data: ErrorData;

  /** Creates an error with a known cause; `detail` is appended to the table's message. */
  constructor(cause: Cause, options: ErrorOptions = {}) {
    // The dApp chose the names in both, of any length.
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
