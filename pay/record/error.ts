/** Errors of payments. @module */
import type { PaymentRecord } from "./journal.ts";

/** The identifier of the reason why a request was not paid, or not answered. */
export type PaymentReason =
  | "malformed"
  | "unacceptable"
  | "over_limit"
  | "over_permission"
  | "host_not_allowed"
  | "insecure"
  | "no_funds"
  | "rejected"
  | "answer_lost"
  | "paid_without_answer"
  | "pending"
  | "journal_in_use";

/** Describes the error, and the next step. */
const texts: Readonly<Record<PaymentReason, readonly [message: string, advice: string]>> = {
  malformed: [
    "The server's payment request is malformed. Nothing was paid.",
    "Contact the server's operator.",
  ],
  unacceptable: [
    "No payment option of the server is allowed. Nothing was paid.",
    "See `refusals`; allow the token, or request a permission on that chain.",
  ],
  over_limit: [
    "The payment is above a limit of this client. Nothing was paid.",
    "Raise the limit, or wait until the day is over.",
  ],
  over_permission: [
    "The permission does not allow the payment. Nothing was paid.",
    "Ask the user for a larger budget, or wait for the next period.",
  ],
  host_not_allowed: [
    "Payments to this host are not allowed. Nothing was paid.",
    "Add the host to `hosts`, if the user wants it.",
  ],
  insecure: [
    "The server requests a payment over an insecure connection. Nothing was paid.",
    "Use https.",
  ],
  no_funds: [
    "The key cannot send its transaction. Nothing was paid.",
    "Send some native currency to the key for gas.",
  ],
  rejected: [
    "The server did not accept the payment. Until it expires the server could still collect it.",
    "Call again: the same payment is sent, and another one only once it has expired.",
  ],
  answer_lost: [
    "The payment was sent without a response. It may have been collected.",
    "Call again: the same payment is sent, never a second one.",
  ],
  paid_without_answer: [
    "The payment was collected, but the server sent no response.",
    "Contact the server's operator with the payment's nonce. Calling again pays once more.",
  ],
  pending: [
    "A transaction of the key is not in a block yet. Nothing was sent to the server.",
    "Call again: the same transaction is awaited.",
  ],
  journal_in_use: [
    "Another process uses this journal. Nothing was paid.",
    "Use a separate journal and key for each process.",
  ],
};

/** One payment option that was not chosen. */
export interface PaymentRefusal {
  /** Path of the field that caused the error, such as `accepts[0].amount`. */
  readonly field: string;
  /** Describes the problem. */
  readonly detail: string;
}

/** Additions to a reason. */
export interface PaymentErrorOptions {
  /** Path of the field that caused the error. */
  readonly field?: string | undefined;
  /** Appended to the message. */
  readonly detail?: string | undefined;
  /** All options that were not chosen. */
  readonly refusals?: readonly PaymentRefusal[];
  /** The payment, if one was signed. */
  readonly payment?: PaymentRecord;
  /** The underlying error. */
  readonly cause?: unknown;
}

/**
 * Maximum length of a server's text in an error, because language models and other readers may
 * trust it.
 */
const MAX_DETAIL = 200;

/** A request that was not paid, or paid and not answered. */
export class PaymentError extends Error {
  /** `PaymentError`. */
  override readonly name = "PaymentError";
  /** The reason, by name. */
  readonly reason: PaymentReason;
  /** Describes the next step. */
  readonly advice: string;
  /** Path of the field that caused the error, such as `accepts[0].amount` or `limits.perDay`. */
  readonly field?: string;
  /** All payment options that were not chosen. */
  readonly refusals: readonly PaymentRefusal[];
  /** The payment, if one was signed. */
  readonly payment?: PaymentRecord;

  /** Creates an error with a known reason. */
  constructor(reason: PaymentReason, options: PaymentErrorOptions = {}) {
    const [message, advice] = texts[reason];
    const { field, payment, refusals = [], cause } = options;
    const detail = options.detail?.slice(0, MAX_DETAIL);
    const about = [field, detail].filter((each) => each !== undefined).join(" ");
    super(about === "" ? message : `${message} (${about})`, cause === undefined ? {} : { cause });
    this.reason = reason;
    this.advice = advice;
    if (field !== undefined) this.field = field;
    this.refusals = refusals;
    if (payment !== undefined) this.payment = payment;
  }
}
