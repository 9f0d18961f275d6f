/** Compresses what the pages of the local stack are made of. @module */
import { Hono } from "hono";
import { compress } from "hono/compress";

/** Files with a hash of their contents in their names never change. */
export const IMMUTABLE = "public, max-age=31536000, immutable";

/** Answers as a handler does, in gzip where the browser takes it. */
export function compressed(
  handle: (request: Request) => Response | Promise<Response>,
): (request: Request) => Promise<Response> {
  const app = new Hono().use(compress()).all("*", ({ req }) => handle(req.raw));
  return async (request) => await app.fetch(request);
}
