/** Reads a request's body within limits of size, time and depth. @module */
import { AcctError } from "../../core/protocol/errors.ts";

/** Budget shared by all bodies being read, so that many clients cannot fill the memory. */
export interface BodyRoom {
  /** Bytes left. */
  left: number;
}

/** Limits of a body. */
export interface BodyBounds {
  /** Bytes. */
  readonly size: number;
  /** Milliseconds to receive it. */
  readonly time: number;
  /** Depth of nested brackets. */
  readonly depth: number;
}

/** Reports a body that is too large or too slow before it was read to its end. */
export class BodyError extends Error {
  override readonly name = "BodyError";
  /** HTTP status. */
  readonly status: 408 | 413 | 503;

  /** Creates the error with its HTTP status. */
  constructor(status: 408 | 413 | 503, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Reads JSON.
 *
 * @throws {BodyError} if it is too large or too slow.
 * @throws {AcctError} `parse_error` or `invalid_request`.
 */
export async function readJson(
  request: Request,
  bounds: BodyBounds,
  room: BodyRoom,
): Promise<unknown> {
  const text = await readText(request, bounds, room);
  if (measureDepth(text, bounds.depth) > bounds.depth) {
    throw new AcctError("invalid_request", { detail: `It nests deeper than ${bounds.depth}.` });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new AcctError("parse_error");
  }
}

async function readText(request: Request, bounds: BodyBounds, room: BodyRoom): Promise<string> {
  const tooLarge = () => new BodyError(413, `The body exceeds ${bounds.size} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > bounds.size) throw tooLarge();
  if (request.body === null) return "";
  const reader = request.body.getReader();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    // What is being read ends.
    reader.cancel().catch(() => {});
  }, bounds.time);
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (late) throw new BodyError(408, "The body came too slowly.");
      if (done) return text + decoder.decode();
      size += value.length;
      room.left -= value.length;
      if (size > bounds.size) throw tooLarge();
      if (room.left < 0) throw new BodyError(503, "The service is busy.");
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    await reader.cancel().catch(() => {});
    throw error;
  } finally {
    room.left += size;
    clearTimeout(timer);
  }
}

/** Measures how deep brackets nest; stops just above `limit`. */
export function measureDepth(text: string, limit: number): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < text.length && deepest <= limit; at++) {
    const char = text[at];
    if (quoted) {
      if (char === "\\") at++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === "[" || char === "{") deepest = Math.max(deepest, ++depth);
    else if (char === "]" || char === "}") depth--;
  }
  return deepest;
}
