/** Bounds, counts, times and logs requests. @module */
import type { MiddlewareHandler } from "hono";
import { AcctError } from "../../core/protocol/errors.ts";
import type { Context } from "../main/context.ts";
import { createClientCounts } from "../lib/counts.ts";
import { type Answer, errorReply, isFault } from "./json_rpc.ts";

/** Requests that may be pending at once. */
export interface PendingLimits {
  /** Of all clients. */
  readonly all: number;
  /** Of one client address: a client that sends slowly, or asks for what is slow, takes a share. */
  readonly client: number;
}

/**
 * Refuses requests above a number of concurrent ones, and all once the service stops; counts and logs
 * the others.
 */
export function observe(
  { metrics, log }: Context,
  limits: PendingLimits,
  stop: AbortSignal,
): MiddlewareHandler<{ Bindings: { readonly client: string } }> {
  let pending = 0;
  const clients = createClientCounts(limits);
  return async (c, next) => {
    const { client } = c.env;
    const isFull = stop.aborted || pending >= limits.all;
    if (isFull || clients.isFull(client)) {
      const detail = isFull ? "The service is busy." : "Too many requests at once.";
      const busy = stop.aborted
        ? stopping()
        : new AcctError("limit_exceeded", { retryAfter: 1, detail });
      c.header("retry-after", "1");
      return c.json(errorReply(null, busy), isFull ? 503 : 429);
    }
    pending++;
    clients.add(client, 1);
    const begin = performance.now();
    try {
      await next();
    } finally {
      pending--;
      clients.add(client, -1);
      const { status } = c.res;
      metrics.count("acct_http_responses_total", { status });
      log("info", "request", {
        method: c.req.method.slice(0, 10),
        path: c.req.path.slice(0, 60),
        status,
        milliseconds: Math.round(performance.now() - begin),
      });
    }
  };
}

/** Creates the refusal of a service that stops. */
export function stopping(): AcctError {
  return new AcctError("limit_exceeded", { retryAfter: 1, detail: "The service is stopping." });
}

/** Counts and times JSON-RPC methods; unknown names share one label. */
export function measured(
  { metrics }: Context,
  isKnown: (name: string) => boolean,
  answer: Answer,
): Answer {
  return async (name, params) => {
    const begin = performance.now();
    const method = isKnown(name) ? name : "other";
    let outcome = "ok";
    try {
      return await answer(name, params);
    } catch (error) {
      outcome = error instanceof AcctError ? error.data.cause : "refused";
      if (isFault(error)) outcome = "internal";
      throw error;
    } finally {
      metrics.count("acct_requests_total", { method, outcome });
      metrics.observe("acct_request_seconds", { method }, (performance.now() - begin) / 1000);
    }
  };
}
