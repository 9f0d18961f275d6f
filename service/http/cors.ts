/**
 * CORS. Every page may read the answers (a refused one must learn why), none may send cookies: the
 * key in its header is what grants, and `Allowed Domains` are checked by the service itself.
 *
 * @module
 */
import type { MiddlewareHandler } from "hono";
import { API_KEY_HEADER, ORIGIN_HEADER } from "../../core/protocol/service/mod.ts";

/** Two hours: the longest that Chromium keeps a preflight's answer. */
const MAX_AGE = "7200";

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
          "access-control-max-age": MAX_AGE,
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
