/**
 * Handles CORS. Any page may read responses, since a refused page must learn why; none may send
 * cookies. Access is granted by the key in its header, and the service checks Allowed Domains
 * itself.
 *
 * @module
 */
import type { MiddlewareHandler } from "hono";
import { API_KEY_HEADER, ORIGIN_HEADER } from "../../core/protocol/service/mod.ts";

/** Two hours: the longest that Chromium caches a preflight response. */
const MAX_AGE_S = "7200";

/** Answers preflights and adds the headers. */
export function cors(): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === "OPTIONS" && c.req.header("access-control-request-method")) {
      return new Response(null, {
        status: 204,
        headers: {
          "access-control-allow-origin": "*",
          "access-control-allow-methods": "GET, POST",
          "access-control-allow-headers": `content-type, ${API_KEY_HEADER}, ${ORIGIN_HEADER}`,
          "access-control-max-age": MAX_AGE_S,
        },
      });
    }
    await next();
    c.res.headers.set("access-control-allow-origin", "*");
    c.res.headers.set("access-control-expose-headers", "retry-after");
    c.res.headers.set("cross-origin-resource-policy", "cross-origin");
    c.res.headers.set("x-content-type-options", "nosniff");
    c.res.headers.set("referrer-policy", "no-referrer");
  };
}
