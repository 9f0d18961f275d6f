/** Compresses the files of the local stack's pages. @module */
import { Hono } from "hono";
import { compress } from "hono/compress";

/** Files with a hash of their contents in their names never change. */
export const IMMUTABLE = "public, max-age=31536000, immutable";

/** Answers like a handler, in gzip if the browser accepts it. */
export function compressed(
  handle: (request: Request) => Response | Promise<Response>,
): (request: Request) => Promise<Response> {
  const app = new Hono().use(compress()).all("*", ({ req }) => handle(req.raw));
  return async (request) => await app.fetch(request);
}
