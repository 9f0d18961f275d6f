/** Handles JSON-RPC 2.0 over HTTP, single and batch. @module */
import { type ErrorJson, toErrorJson } from "../../core/ground/error_json.ts";
import { AcctError, type Cause } from "../../core/ground/errors.ts";
import { PassedError } from "../rpc/chain_methods.ts";

/** Requests per batch. */
export const MAX_BATCH = 100;

/** Handles one method. */
export type Answer = (method: string, params: unknown) => Promise<unknown>;

/** Observes errors before they become replies. */
export type Report = (error: unknown) => void;

type Id = string | number | null;
type Reply =
  | { jsonrpc: "2.0"; id: Id; result: unknown }
  | { jsonrpc: "2.0"; id: Id; error: ErrorJson };

/** Handles a posted body. Resolves with null if it only contains notifications. */
export async function answerJsonRpc(
  body: unknown,
  answer: Answer,
  report: Report = () => {},
): Promise<Reply | Reply[] | null> {
  if (!Array.isArray(body)) return await answerOne(body, answer, report);
  if (body.length === 0 || body.length > MAX_BATCH) {
    throw new AcctError("invalid_request", { detail: `A batch has 1 to ${MAX_BATCH} requests.` });
  }
  const replies = await Promise.all(body.map((each) => answerOne(each, answer, report)));
  const wanted = replies.filter((reply) => reply !== null);
  return wanted.length === 0 ? null : wanted;
}

async function answerOne(
  body: unknown,
  answer: Answer,
  report: Report,
): Promise<Reply | null> {
  const request = readRequest(body);
  if (request === null) return errorReply(readId(body), new AcctError("invalid_request"));
  const { id, method, params } = request;
  try {
    const result = await answer(method, params);
    return id === undefined ? null : { jsonrpc: "2.0", id, result: result ?? null };
  } catch (error) {
    report(error);
    return id === undefined ? null : errorReply(id, error);
  }
}

function readRequest(
  body: unknown,
): { id: Id | undefined; method: string; params: unknown } | null {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return null;
  const { jsonrpc, id, method, params } = body as Record<string, unknown>;
  if (jsonrpc !== "2.0" || typeof method !== "string" || method.length > 100) return null;
  if (params !== undefined && (typeof params !== "object" || params === null)) {
    // Some clients call `wallet_getCallsStatus` with a bare string.
    if (typeof params !== "string") return null;
  }
  if (id === undefined) return { id, method, params };
  if (id !== null && typeof id !== "string" && typeof id !== "number") return null;
  return typeof id === "string" && id.length > 200 ? null : { id, method, params };
}

function readId(body: unknown): Id {
  if (typeof body !== "object" || body === null) return null;
  const { id } = body as { id?: unknown };
  return typeof id === "number" || (typeof id === "string" && id.length <= 200) ? id : null;
}

/** Returns whether an error is a fault of the service itself and belongs in the log. */
export function isFault(error: unknown): boolean {
  return !(error instanceof AcctError || error instanceof PassedError);
}

/** Converts an error to a reply. Details of internal errors are omitted. */
export function errorReply(id: Id, error: unknown): Reply {
  if (error instanceof PassedError) {
    const { code, message, data } = error;
    return {
      jsonrpc: "2.0",
      id,
      error: { code, message, ...(data !== undefined && data !== null && { data }) },
    };
  }
  return { jsonrpc: "2.0", id, error: toErrorJson(error) };
}

const statuses: Partial<Record<Cause, number>> = {
  key_invalid: 401,
  key_secret: 403,
  origin_not_allowed: 403,
  parse_error: 400,
  invalid_params: 400,
  invalid_request: 400,
  limit_exceeded: 429,
  chain_unknown: 404,
};

/** Returns the HTTP status of an error that rejects a complete request. */
export function httpStatus(error: unknown): number {
  return error instanceof AcctError ? statuses[error.data.cause] ?? 200 : 500;
}
