/** Errors of payments. @module */
import type { PaymentRecord } from "./journal.ts";

/** The word that names why a request was not paid, or not answered. */
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

/** States what happened, and what to do next. */
const texts: Readonly<Record<PaymentReason, readonly [message: string, advice: string]>> = {
  malformed: [
    "The server asks for a payment in a form that cannot be read. Nothing was paid.",
    "Tell the server's operator.",
  ],
  unacceptable: [
    "None of the payments that the server takes is allowed. Nothing was paid.",
    "See `refusals`; allow the token, or ask for a permission on that chain.",
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
    "The server asks for a payment over a connection that others can change. Nothing was paid.",
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
    "The payment was sent, and no answer came. It may have been collected.",
    "Call again: the same payment is sent, never a second one.",
  ],
  paid_without_answer: [
    "The payment was collected, and the server gave no answer for it.",
    "Ask the server's operator with the payment's nonce. Calling again pays once more.",
  ],
  pending: [
    "A transaction of the key is not in a block yet. Nothing was sent to the server.",
    "Call again: the same transaction is awaited.",
  ],
  journal_in_use: [
    "Another process uses this journal. Nothing was paid.",
    "Give each process a journal and a key of its own.",
  ],
};

/** One way of paying that was not taken. */
export interface PaymentRefusal {
  /** Path of the field to blame, such as `accepts[0].amount`. */
  readonly field: string;
  /** Says what is wrong with it. */
  readonly detail: string;
}

/** Additions to a reason. */
export interface PaymentErrorOptions {
  /** Path of the field to blame. */
  readonly field?: string | undefined;
  /** Appended to the message. */
  readonly detail?: string | undefined;
  /** All ways that were not taken. */
  readonly refusals?: readonly PaymentRefusal[];
  /** The payment, if one was signed. */
  readonly payment?: PaymentRecord;
  /** The error behind this one. */
  readonly cause?: unknown;
}

/** Longest text of a server in an error: others read it, language models among them. */
const MAX_DETAIL = 200;

/** A request that was not paid, or paid and not answered. */
export class PaymentError extends Error {
  /** `PaymentError`. */
  override readonly name = "PaymentError";
  /** The reason, by name. */
  readonly reason: PaymentReason;
  /** Says what to do next. */
  readonly advice: string;
  /** Path of the field to blame, such as `accepts[0].amount` or `limits.perDay`. */
  readonly field?: string;
  /** All ways of paying that were not taken. */
  readonly refusals: readonly PaymentRefusal[];
  /** The payment, if one was signed. */
  readonly payment?: PaymentRecord;

  /** Makes an error of a known reason. */
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
