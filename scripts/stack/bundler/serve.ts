/** Serves the development bundler over HTTP. @module */
import { NodeError } from "../../../service/chain/node/node.ts";
import { BundlerError } from "../../../service/chain/node/bundler.ts";
import type { DevBundler } from "./bundler.ts";

/** Handles JSON-RPC posts with the bundler's methods. */
export function bundlerHandler(bundler: DevBundler): (request: Request) => Promise<Response> {
  const one = async (body: { id?: unknown; method?: unknown; params?: unknown }) => {
    const { id = null, method, params } = body;
    try {
      const list = Array.isArray(params) ? params : [];
      return { jsonrpc: "2.0", id, result: await bundler.request(String(method), list) };
    } catch (error) {
      const known = error instanceof BundlerError || error instanceof NodeError;
      return {
        jsonrpc: "2.0",
        id,
        error: known
          ? { code: error.code, message: error.message, data: error.data }
          : { code: -32603, message: "internal" },
      };
    }
  };
  return async (request) => {
    const body = await request.json();
    return Response.json(Array.isArray(body) ? await Promise.all(body.map(one)) : await one(body));
  };
}
