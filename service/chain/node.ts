/** JSON-RPC to a node or bundler: quick to fail, with errors that name what is down. @module */
import { http, HttpRequestError, RpcRequestError, TimeoutError } from "viem";
import { AcctError } from "../../core/errors.ts";

/** A JSON-RPC endpoint. */
export interface Node {
  /**
   * Calls a method. Calls made in the same turn travel in one HTTP request.
   *
   * @throws {NodeError} if the endpoint answered with an error.
   * @throws {AcctError} `chain_down` if it did not answer in time, or not at all.
   */
  request<T>(method: string, params?: readonly unknown[]): Promise<T>;
}

/** The endpoint's own refusal; `data` is often revert data. */
export class NodeError extends Error {
  override readonly name = "NodeError";
  /** JSON-RPC code. */
  readonly code: number;
  /** Revert data or details. */
  readonly data: unknown;

  /** Takes over what the endpoint said. */
  constructor(code: number, message: string, data: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Answers later than this count as none. */
const TIMEOUT = 1800;

/** An endpoint by URL; `timeout` in milliseconds. */
export function createNode(url: string, { timeout = TIMEOUT, name = "node" } = {}): Node {
  const transport = http(url, { batch: { wait: 0, batchSize: 100 }, retryCount: 0, timeout })({});
  return {
    async request<T>(method: string, params: readonly unknown[] = []): Promise<T> {
      try {
        return await transport.request({ method, params: [...params] }) as T;
      } catch (error) {
        throw nodeError(error, name);
      }
    },
  };
}

/** viem's errors repeat the URL, which may hold an operator's secret: none of it is passed on. */
function nodeError(error: unknown, name: string): Error {
  const chain = [...causesOf(error)];
  const refused = chain.find((part) => part instanceof RpcRequestError);
  if (refused !== undefined) {
    return new NodeError(refused.code, refused.details.slice(0, 500), refused.data);
  }
  const down = chain.find((part) => part instanceof TimeoutError) ??
    chain.find((part) => part instanceof HttpRequestError);
  const detail = down instanceof TimeoutError
    ? `The ${name} did not answer in time.`
    : down instanceof HttpRequestError && down.status !== undefined
    ? `The ${name} answered with HTTP ${down.status}.`
    : `The ${name} refused the connection.`;
  return new AcctError("chain_down", { detail });
}

function* causesOf(error: unknown): Generator<unknown> {
  for (
    let part = error;
    part !== undefined;
    part = part instanceof Error ? part.cause : undefined
  ) {
    yield part;
  }
}

/** Revert data in an error's `data`, wherever the node put it; null if there is none. */
export function revertData(data: unknown): `0x${string}` | null {
  if (typeof data === "string" && /^0x[0-9a-fA-F]*$/.test(data)) return data as `0x${string}`;
  if (typeof data !== "object" || data === null) return null;
  return revertData(
    (data as { data?: unknown; output?: unknown }).data ??
      (data as { output?: unknown }).output,
  );
}
