/** Proxy between a program and a node, for tests of nodes that fail or lag. */

/** JSON-RPC request. */
export type RpcRequest = { method: string; params: unknown };

/** Answers a request, or forwards it. */
export type Answer = (
  request: RpcRequest,
  forward: () => Promise<Response>,
) => Promise<Response>;

/** Starts a proxy on a free port. It stops with its scope. */
export function startProxy(target: string, answer: Answer): { url: string } & AsyncDisposable {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const body = await request.text();
      const headers = { "content-type": "application/json" };
      const forward = async () => {
        const response = await fetch(target, { method: "POST", body, headers });
        return new Response(await response.text(), { headers });
      };
      return await answer(JSON.parse(body), forward);
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
