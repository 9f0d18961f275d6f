/** Bounds, counts, times and logs requests. @module */
import type { MiddlewareHandler } from "hono";
import { AcctError } from "../../core/protocol/errors.ts";
import type { Context } from "../context.ts";
import { type Answer, errorReply, isFault } from "./json_rpc.ts";

/** Refuses requests above a number of concurrent ones; counts and logs the others. */
export function observe({ metrics, log }: Context, maxPending: number): MiddlewareHandler {
  let pending = 0;
  return async (c, next) => {
    if (pending >= maxPending) {
      const busy = new AcctError("limit_exceeded", {
        retryAfter: 1,
        detail: "The service is busy.",
      });
      return c.json(errorReply(null, busy), 503);
    }
    pending++;
    const begin = performance.now();
    try {
      await next();
    } finally {
      pending--;
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
