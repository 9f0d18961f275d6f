/** Errors as they travel in messages and JSON-RPC replies. @module */
import { AcctError, type Cause, type CauseRow, causes } from "./errors.ts";

/** An error as it travels in a message or a JSON-RPC reply. */
export interface ErrorJson {
  /** The numeric code. */
  readonly code: number;
  /** The sentence. */
  readonly message: string;
  /** Cause, advice and field, where the sender is one of ours. */
  readonly data?: unknown;
}

/** Writes an error for the wire; what is not ours becomes `internal` without inner details. */
export function toErrorJson(error: unknown): ErrorJson {
  const known = error instanceof AcctError ? error : new AcctError("internal");
  return { code: known.code, message: known.message, data: known.data };
}

/**
 * Reads an error from the wire, in the sender's words: a newer service may name a cause that this
 * version has no row for. What is missing or malformed is taken from the row of its code. Never throws.
 */
export function fromErrorJson(value: unknown): AcctError {
  const { code, message, data } = record(value);
  const { cause, advice, field, retryAfter } = record(data);
  const [general, row] = (Object.entries(causes) as [Cause, CauseRow][])
    .find(([, row]) => row.code === code) ?? ["internal", causes.internal];
  return new AcctError(isWord(cause) ? cause as Cause : general, {
    ...(typeof field === "string" && { field: field.slice(0, 200) }),
    ...(typeof retryAfter === "number" && { retryAfter }),
    row: {
      code: Number.isInteger(code) ? code as number : row.code,
      message: typeof message === "string" ? message.slice(0, 2000) : row.message,
      advice: typeof advice === "string" ? advice.slice(0, 500) : row.advice,
    },
  });
}

/** Whether something can be the word for a cause, and nothing that objects have by themselves. */
function isWord(value: unknown): value is string {
  return typeof value === "string" && /^[a-z_]{1,60}$/.test(value) && !(value in {});
}

/** The members of an object; none, where it is none. */
function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}
