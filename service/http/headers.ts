/**
 * Sets the headers of every response. Any page may read responses, since a rejected page must see
 * the reason; none may send cookies. Access is granted by the key in its header, and the service
 * checks Allowed Domains itself.
 *
 * @module
 */
import type { MiddlewareHandler } from "hono";
import { cors as honoCors } from "hono/cors";
import { secureHeaders } from "hono/secure-headers";
import { API_KEY_HEADER, ORIGIN_HEADER } from "../../core/protocol/service/mod.ts";

/** Two hours: the longest that Chromium caches a preflight response. */
const MAX_AGE_S = 7_200;
/** Headers that pages may read. */
const EXPOSED = "ratelimit, ratelimit-policy, retry-after";
/** Pages that may read responses. */
const ANY = "*";

/** Answers preflights and HEAD, and adds the headers of CORS and caches. */
export function cors(): MiddlewareHandler {
  const preflight = honoCors({
    origin: ANY,
    // Joined here: the middleware joins lists without spaces.
    allowMethods: ["GET, POST"],
    allowHeaders: [`content-type, ${API_KEY_HEADER}, ${ORIGIN_HEADER}`],
    maxAge: MAX_AGE_S,
  });
  return async (c, next) => {
    if (c.req.method === "OPTIONS") return await preflight(c, next);
    await next();
    const { headers } = c.res;
    // Set afterwards: headers set before are copied into each response by Hono.
    headers.set("access-control-allow-origin", ANY);
    headers.set("access-control-expose-headers", EXPOSED);
    // Each answer is for its key and origin, and true for a moment.
    if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
    // Hono drops it: a stream would stay open.
    if (c.req.method === "HEAD") await c.res.body?.cancel();
  };
}

/** Adds the headers that keep browsers from guessing and leaking. */
export function security(): MiddlewareHandler {
  return secureHeaders({
    crossOriginResourcePolicy: "cross-origin",
    // It would apply to the operator's other names too: the proxy in front of the service decides.
    strictTransportSecurity: false,
    // For pages only: answers are JSON or streams, and browsers treat none as another type
    // (nosniff).
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
}
