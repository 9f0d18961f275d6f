/** Sends JSON-RPC to a node or bundler: fails fast, and names the endpoint that is down. @module */
import { AcctError } from "../../../core/ground/errors.ts";
import { lackOf } from "./answers.ts";

/** Memory for the answers of one request. */
export interface ReadRoom {
  /** Reserves bytes. Returns false and reserves none if the memory is full. */
  take(size: number): boolean;
  /** Releases bytes. */
  give(size: number): void;
}

/** A JSON-RPC endpoint. */
export interface Node {
  /**
   * Calls a method. Calls made in the same tick share one HTTP request.
   *
   * @throws {NodeError} if the endpoint answered with an error.
   * @throws {AcctError} `chain_down` if it did not answer, not in time, or with an unreadable
   * answer; with `retryAfter` if it limits requests; `limit_exceeded` if there is no memory for the
   * answer.
   *
   * @param room memory for the answer of an endpoint that does not batch calls; released if reading
   * fails
   */
  request<T>(method: string, params?: readonly unknown[], room?: ReadRoom): Promise<T>;
}

/** Error that the endpoint returned; `data` is often revert data. */
export class NodeError extends Error {
  override readonly name = "NodeError";
  /** JSON-RPC code. */
  readonly code: number;
  /** Revert data or details. */
  readonly data: unknown;

  /** Copies the endpoint's error. */
  constructor(code: number, message: string, data: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Timeout of requests, so that clients get a reply within two seconds. */
export const NODE_TIMEOUT_MS = 1_800;

/** Options of {@linkcode createNode}. */
export interface NodeOptions {
  /** Milliseconds until a request times out. Defaults to {@linkcode NODE_TIMEOUT_MS}. */
  readonly timeout?: number | undefined;
  /** Name in error messages: `node` or `bundler`. */
  readonly name?: string;
  /** Batches calls in one request. Defaults to true; some bundlers do not support it. */
  readonly batch?: boolean;
  /** Maximum size of a response in bytes. Defaults to 16 MiB. */
  readonly maxSize?: number;
}

interface Call {
  /** Request without its id, as JSON. */
  readonly body: string;
  /** Returns the defect of an answer, or null for an answer of a healthy node. */
  readonly lack: (result: unknown) => string | null;
  readonly room: ReadRoom | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Calls and characters per HTTP request: providers allow 100 or more, and two megabytes. */
const MAX_BATCH = { calls: 50, size: 400_000 } as const;

/**
 * Creates an endpoint for a URL.
 *
 * viem's transport limits its batches only by number, and a few traces with overridden code exceed
 * the size that nodes accept. Its errors repeat the URL, and the URL may contain an operator's
 * secret.
 */
export function createNode(url: string, options: NodeOptions = {}): Node {
  const { timeout = NODE_TIMEOUT_MS, name = "node", batch: batches = true } = options;
  const { maxSize = 16 * 1024 * 1024 } = options;
  const together = batches ? MAX_BATCH.calls : 1;
  let waiting: Call[] = [];

  function flush(): void {
    const calls = waiting;
    waiting = [];
    for (const batch of batchesOf(calls, together)) void exchange(batch);
  }

  /**
   * Sends a batch and settles each of its calls; never rejects. A batch with too large an answer is
   * sent again in halves, sequentially, because it may contain calls of other requests.
   */
  async function exchange(calls: readonly Call[]): Promise<void> {
    const bodies = calls.map(({ body }, id) => `{"jsonrpc":"2.0","id":${id},${body.slice(1)}`);
    try {
      const answers = bodies.length === 1
        ? await post(bodies[0]!, calls[0]!.room)
        : await post(`[${bodies.join(",")}]`);
      for (const [id, call] of calls.entries()) {
        const answer = answers.get(id);
        if (answer === undefined) call.reject(down("left a request unanswered"));
        else if (answer instanceof NodeError) call.reject(isLimit(answer) ? limited() : answer);
        else settle(call, answer.result, down);
      }
    } catch (error) {
      if (error instanceof NodeError && calls.length > 1) {
        const half = calls.length >> 1;
        await exchange(calls.slice(0, half));
        return await exchange(calls.slice(half));
      }
      const reason = error instanceof Error ? error : down("failed");
      for (const call of calls) call.reject(reason);
    }
  }

  async function post(body: string, room?: ReadRoom): Promise<Map<number, Answered>> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
        signal: AbortSignal.timeout(timeout),
      });
      text = await readText(response, maxSize, room);
    } catch (error) {
      if (error instanceof NodeError || error instanceof AcctError) throw error;
      const late = error instanceof DOMException && error.name === "TimeoutError";
      throw down(late ? "did not answer in time" : "refused the connection");
    }
    if (response.status === 429) throw limited(response.headers.get("retry-after"));
    const answers = readAnswers(text);
    if (answers === null) throw down(`answered with HTTP ${response.status} and no JSON-RPC`);
    // The error is the endpoint's, or its proxy's, and not the chain's.
    if (UNAVAILABLE.has(response.status) && [...answers.values()].every(isError)) {
      throw down(`answered with HTTP ${response.status}`);
    }
    return answers;
  }

  /** `retryAfter` is in seconds, as the header has it. */
  function limited(retryAfter: string | null = null): AcctError {
    const seconds = Number(retryAfter ?? "1");
    return new AcctError("chain_down", {
      detail: `The ${name} limits requests.`,
      retryAfter: seconds >= 1 && seconds <= MAX_RETRY_AFTER_S ? seconds : 1,
    });
  }

  function down(what: string): AcctError {
    return new AcctError("chain_down", { detail: `The ${name} ${what}.` });
  }

  return {
    request<T>(
      method: string,
      params: readonly unknown[] = [],
      room?: ReadRoom,
    ): Promise<T> {
      const body = JSON.stringify({ method, params });
      return new Promise<T>((resolve, reject) => {
        waiting.push({
          body,
          room,
          lack: (result) => lackOf(method, params, result),
          resolve: resolve as Call["resolve"],
          reject,
        });
        if (waiting.length === 1) setTimeout(flush, 0);
      });
    },
  };
}

/** Errors of answers that arrived but cannot be read. */
const unreadable = new WeakSet<Error>();

/** Returns whether a node's answer could not be read. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof Error && unreadable.has(error);
}

/** Ends a call with a result that can be read, or as one of a node that is down. */
function settle(call: Call, result: unknown, down: (what: string) => AcctError): void {
  const lack = call.lack(result);
  if (lack === null) return call.resolve(result);
  const error = down(lack);
  unreadable.add(error);
  call.reject(error);
}

/** Divides calls into batches of a bounded number and size. */
function batchesOf(calls: readonly Call[], together: number): Call[][] {
  const batches: Call[][] = [];
  let size = 0;
  for (const call of calls) {
    const batch = batches.at(-1);
    const isFull = batch?.length === together || size + call.body.length > MAX_BATCH.size;
    if (batch === undefined || isFull) {
      batches.push([call]);
      size = 0;
    } else batch.push(call);
    size += call.body.length;
  }
  return batches;
}

/** HTTP statuses of an endpoint that rejects its clients, or has no node behind it. */
const UNAVAILABLE: ReadonlySet<number> = new Set([401, 402, 403, 407, 502, 503, 504]);

type Answered = { readonly result: unknown } | NodeError;

function isError(answer: Answered): boolean {
  return answer instanceof NodeError;
}

/** Maximum seconds for which a node may request a pause. */
const MAX_RETRY_AFTER_S = 60;

/**
 * Returns whether an endpoint limits requests. The code -32005 alone does not show it: nodes use it
 * for too large answers too.
 */
function isLimit({ code, message }: NodeError): boolean {
  return code === 429 || code === -32029 ||
    /rate.?limit|too many requests|requests? per (second|minute)|compute units|throughput/i
      .test(message);
}

/** JSON-RPC code of a method that does not exist. */
const METHOD_NOT_FOUND = -32601;

/** Returns whether an endpoint reports a method as unsupported. */
export function isUnsupported(error: unknown): boolean {
  return error instanceof NodeError && (error.code === METHOD_NOT_FOUND ||
    /method .{0,60}(not (found|supported|available|exist)|does not exist)|unsupported method/i
      .test(error.message));
}

/** Reads the body within its limit, so that one response cannot fill the memory. */
async function readText(
  response: Response,
  maxSize: number,
  room: ReadRoom | undefined,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  let taken = 0;
  try {
    for await (const bytes of response.body ?? []) {
      size += bytes.length;
      if (size > maxSize) throw new NodeError(-32005, "The answer is too large.", undefined);
      if (room?.take(bytes.length) === false) {
        // Released before the body is cancelled, which is slow: other answers need the memory.
        room.give(taken);
        taken = 0;
        throw noRoom();
      }
      taken = size;
      text += decoder.decode(bytes, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    room?.give(taken);
    throw error;
  }
}

/** Creates the error for answers that do not fit in the remaining memory. */
export function noRoom(): AcctError {
  return new AcctError("limit_exceeded", { retryAfter: 1, detail: "Too many large answers." });
}

/** Parses responses by id; null if the text is not JSON-RPC. */
function readAnswers(text: string): Map<number, Answered> | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  const list = Array.isArray(parsed) ? parsed : [parsed];
  const answers = new Map<number, Answered>();
  for (const each of list) {
    if (typeof each !== "object" || each === null) return null;
    const { id, result, error } = each as { id?: unknown; result?: unknown; error?: unknown };
    // The response to an unparsable request has no id.
    const at = typeof id === "number" ? id : Array.isArray(parsed) ? -1 : 0;
    // JSON-RPC 1.0 has both fields in every answer. An entry without either is not an answer.
    if (error !== undefined && error !== null) answers.set(at, readError(error));
    else if (result !== undefined) answers.set(at, { result });
  }
  return answers;
}

function readError(error: unknown): NodeError {
  const { code, message, data } = (error ?? {}) as Record<string, unknown>;
  return new NodeError(
    typeof code === "number" ? code : -32603,
    typeof message === "string" ? message.slice(0, 500) : "unknown error",
    data,
  );
}

/** Finds revert data in an error's `data`, at any depth; null if there is none. */
export function revertData(data: unknown): `0x${string}` | null {
  if (typeof data === "string" && /^0x[0-9a-fA-F]*$/.test(data)) return data as `0x${string}`;
  if (typeof data !== "object" || data === null) return null;
  const { data: inner, output } = data as { data?: unknown; output?: unknown };
  return revertData(inner ?? output);
}
