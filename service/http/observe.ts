/** Bounds, counts, times and logs requests. @module */
import type { MiddlewareHandler } from "hono";
import { AcctError } from "../../core/ground/errors.ts";
import type { Log } from "../lib/log.ts";
import type { Metrics } from "../lib/metrics.ts";
import { type Answer, errorReply, isFault } from "./json_rpc.ts";
import { type Place, type Places, type Quota, quotaHeaders } from "./limits.ts";

/** Variables of a request. */
export interface Observed {
  /** The request in progress. */
  place: Place;
  /** Rates that it counts for. */
  quotas: Map<string, Quota>;
}

/**
 * Refuses requests above a number of concurrent ones, and all once the service stops; counts and
 * logs the others.
 */
export function observe(
  { metrics, log }: { readonly metrics: Metrics; readonly log: Log },
  places: Places,
  stop: AbortSignal,
): MiddlewareHandler<{ Bindings: { readonly client: string }; Variables: Observed }> {
  return async (c, next) => {
    let entered: Place | null;
    try {
      entered = stop.aborted ? null : places.enter(c.env.client);
    } catch (error) {
      c.header("retry-after", "1");
      return c.json(errorReply(null, error), 429);
    }
    if (entered === null) {
      c.header("retry-after", "1");
      return c.json(errorReply(null, stop.aborted ? stopping() : busy()), 503);
    }
    using place = entered;
    const quotas = new Map<string, Quota>();
    c.set("place", place);
    c.set("quotas", quotas);
    const begin = performance.now();
    try {
      await next();
    } finally {
      const { status, headers } = c.res;
      if (quotas.size > 0) {
        for (const [name, value] of quotaHeaders(quotas)) headers.set(name, value);
      }
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

function busy(): AcctError {
  return new AcctError("limit_exceeded", { retryAfter: 1, detail: "The service is busy." });
}

/** Creates the refusal of a service that stops. */
export function stopping(): AcctError {
  return new AcctError("limit_exceeded", { retryAfter: 1, detail: "The service is stopping." });
}

/** Counts and times JSON-RPC methods; unknown names share one label. */
export function measured(
  { metrics }: { readonly metrics: Metrics },
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
