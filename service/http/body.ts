/** Reads a request's body within limits of size, time and depth. @module */
import { AcctError } from "../../core/ground/errors.ts";
import type { Held } from "./memory.ts";

/** Limits of a body. */
export interface BodyBounds {
  /** Bytes. */
  readonly size: number;
  /** Milliseconds to receive it. */
  readonly time: number;
  /** Depth of nested brackets. */
  readonly depth: number;
}

/** Maximum lists and objects of a body: an empty one needs 20 times the memory of its text. */
const MAX_LISTS = 20_000;

/** Reports a body that is too large, too slow or cut off before it was read to its end. */
export class BodyError extends Error {
  override readonly name = "BodyError";
  /** HTTP status. */
  readonly status: 400 | 408 | 413 | 503;

  /** Creates the error with its HTTP status. */
  constructor(status: BodyError["status"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/**
 * Reads JSON. The request reserves its bytes until it is answered.
 *
 * @throws {BodyError} if it is too large, too slow or cut off, or there is no memory for it.
 * @throws {AcctError} `parse_error` or `invalid_request`.
 */
export async function readJson(
  request: Request,
  bounds: BodyBounds,
  held: Held,
): Promise<unknown> {
  const text = await readText(request, bounds, held);
  const limits = { depth: bounds.depth, lists: MAX_LISTS };
  const { depth, lists } = measureShape(text, limits);
  if (depth > limits.depth) {
    throw new AcctError("invalid_request", {
      detail: `It is nested deeper than ${limits.depth} levels.`,
    });
  }
  if (lists > limits.lists) {
    const detail = `It holds more than ${limits.lists} lists and objects.`;
    throw new AcctError("invalid_request", { detail });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new AcctError("parse_error");
  }
}

async function readText(request: Request, bounds: BodyBounds, held: Held): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > bounds.size) throw tooLarge(bounds);
  return request.body === null ? "" : await readPieces(request.body, bounds, held);
}

async function readPieces(
  body: ReadableStream<Uint8Array>,
  bounds: BodyBounds,
  held: Held,
): Promise<string> {
  const reader = body.getReader();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    // The pending read finishes.
    reader.cancel().catch(() => {});
  }, bounds.time);
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  const read = async () => {
    try {
      return await reader.read();
    } catch (cause) {
      throw late ? tooSlow() : cutOff(cause);
    }
  };
  try {
    while (true) {
      const { done, value } = await read();
      if (late) throw tooSlow();
      if (done) return text + decoder.decode();
      size += value.length;
      if (size > bounds.size) throw tooLarge(bounds);
      if (!held.take(value.length)) throw noRoom();
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    await reader.cancel().catch(() => {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const tooLarge = ({ size }: BodyBounds) => new BodyError(413, `The body exceeds ${size} bytes.`);
const tooSlow = () => new BodyError(408, "The body came too slowly.");
const noRoom = () => new BodyError(503, "The service is busy.");
/** The client disconnected; the service did not fail. */
const cutOff = (cause: unknown) => new BodyError(400, "The body was cut off.", { cause });

/** Lists and objects of a text of JSON. */
export interface Shape {
  /** How deep they nest. */
  readonly depth: number;
  /** How many there are. */
  readonly lists: number;
}

/** Measures the lists and objects of a text; stops just above one of the limits. */
export function measureShape(text: string, limits: Shape): Shape {
  let depth = 0;
  let deepest = 0;
  let lists = 0;
  let quoted = false;
  for (let at = 0; at < text.length && deepest <= limits.depth && lists <= limits.lists; at++) {
    const char = text[at];
    if (quoted) {
      if (char === "\\") at++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === "[" || char === "{") {
      lists++;
      deepest = Math.max(deepest, ++depth);
    } else if (char === "]" || char === "}") depth--;
  }
  return { depth: deepest, lists };
}
