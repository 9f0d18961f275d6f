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

/** Reads an error from the wire; unknown causes keep the code's family. Never throws. */
export function fromErrorJson(value: unknown): AcctError {
  const json = isRecord(value) ? value : {};
  const data = isRecord(json.data) ? json.data : {};
  const cause = typeof data.cause === "string" && Object.hasOwn(causes, data.cause)
    ? data.cause as Cause
    : causeOfCode(json.code);
  const text = typeof json.message === "string" ? json.message : "";
  const row: CauseRow = causes[cause];
  const detail = text.startsWith(row.message) ? text.slice(row.message.length).trim() : text;
  return new AcctError(cause, {
    ...(detail !== "" && { detail: detail.slice(0, 2000) }),
    ...(typeof data.field === "string" && { field: data.field.slice(0, 200) }),
    ...(typeof data.retryAfter === "number" && { retryAfter: data.retryAfter }),
  });
}

/** The general cause behind a bare code. */
function causeOfCode(code: unknown): Cause {
  for (const [cause, row] of Object.entries(causes)) {
    if (row.code === code) return cause as Cause;
  }
  return "internal";
}

/** Whether a value is an object with string keys. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
