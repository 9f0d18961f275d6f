/** Serializes errors for messages and JSON-RPC responses. @module */
import { AcctError, type Cause, type CauseRow, causes } from "./errors.ts";

/** A serialized error. */
export interface ErrorJson {
  /** The numeric code. */
  readonly code: number;
  /** Message in English. */
  readonly message: string;
  /** Cause, advice and field, if the sender is this SDK or its service. */
  readonly data?: unknown;
}

/** Serializes an error; other errors become `internal` without their details. */
export function toErrorJson(error: unknown): ErrorJson {
  const known = error instanceof AcctError ? error : new AcctError("internal");
  return { code: known.code, message: known.message, data: known.data };
}

/** Members of a value; a primitive value has none of them. */
type Members = Readonly<Record<string, unknown>>;

/**
 * Deserializes an error with the sender's message and cause, because a newer service may use a
 * cause that this version does not define. Missing or malformed members are filled from the code's
 * row. Never throws.
 */
export function fromErrorJson(value: unknown): AcctError {
  const { code, message, data }: Members = Object(value);
  const { cause, advice, field, retryAfter, id, reason }: Members = Object(data);
  const [found = "internal"] = (Object.entries(causes) as [Cause, CauseRow][])
    .find(([, row]) => row.code === code) ?? [];
  // An error without a cause, and with a code that has no cause, comes from a node.
  const general = found === "internal" && Number.isInteger(code) ? "node_refused" : found;
  const row = causes[general];
  const text = typeof message === "string" ? message.slice(0, 2000) : row.message;
  const error = new AcctError(isWord(cause) ? cause as Cause : general, {
    ...(typeof field === "string" && { field }),
    ...(typeof retryAfter === "number" && { retryAfter }),
    ...(typeof id === "string" && { id }),
    ...(typeof reason === "string" && { reason: reason.slice(0, 500) }),
    row: {
      code: Number.isInteger(code) ? code as number : row.code,
      message: text,
      advice: typeof advice === "string" ? advice.slice(0, 500) : row.advice,
    },
  });
  // An error of a node: viem and ethers read the revert data and the message from these members.
  Object.assign(error.data, typeof data === "string" && { message: text, data });
  return error;
}

/** Returns true for a valid cause; excludes inherited names such as `toString`. */
function isWord(value: unknown): value is string {
  return typeof value === "string" && /^[a-z_]{1,60}$/.test(value) && !(value in {});
}
