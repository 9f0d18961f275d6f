/** A proxy in front of a chain's node that behaves like faulty providers. @module */
import { type Hex, numberToHex, pad } from "viem";

/** Fault of a node. */
export type Sickness =
  | { readonly kind: "well" }
  /** It answers as it would have, so many blocks ago. */
  | { readonly kind: "behind"; readonly blocks: number }
  /** It names a latest block that does not exist yet, so many blocks ahead. */
  | { readonly kind: "ahead"; readonly blocks: number }
  /** It has no logs and no receipts. */
  | { readonly kind: "empty" }
  | { readonly kind: "limited" }
  | { readonly kind: "html" }
  | { readonly kind: "hangs" }
  /** Faulty and healthy answers alternate, like two machines behind one address. */
  | { readonly kind: "half"; readonly of: Sickness };

/** A running proxy. */
export interface SickNode extends AsyncDisposable {
  /** Address of the proxy. */
  readonly url: string;
  /** Fault from now on. */
  sickness: Sickness;
  /** Requests received. */
  requests: number;
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: unknown[];
}

/** Starts a proxy for a node; with an id, for one of a chain that is like the node's. */
export function startSickNode(rpcUrl: string, chainId?: number): SickNode {
  const stopped = new AbortController();
  let turn = 0;
  const forward = async (body: unknown) => {
    const response = await fetch(rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return await response.json();
  };
  const height = async () => {
    const { result } = await forward({ jsonrpc: "2.0", id: 1, method: "eth_blockNumber" });
    return Number(result);
  };

  async function answer(call: Call, sickness: Sickness): Promise<unknown> {
    const reply = (result: unknown) => ({ jsonrpc: "2.0", id: call.id, result });
    if (chainId !== undefined && call.method === "eth_chainId") return reply(numberToHex(chainId));
    if (sickness.kind === "empty") {
      if (call.method === "eth_getLogs") return reply([]);
      if (call.method === "eth_getTransactionReceipt") return reply(null);
    }
    if (sickness.kind === "ahead") {
      const far = numberToHex(await height() + sickness.blocks);
      if (call.method === "eth_blockNumber") return reply(far);
      const answer = await forward(call);
      const isLatest = call.method === "eth_getBlockByNumber" && call.params[0] === "latest";
      return isLatest
        ? { ...answer, result: { ...answer.result, number: far, hash: pad(far) } }
        : answer;
    }
    if (sickness.kind !== "behind") return await forward(call);
    const head = Math.max(0, await height() - sickness.blocks);
    if (call.method === "eth_blockNumber") return reply(numberToHex(head));
    if (call.method === "eth_getLogs") {
      const [filter] = call.params as [{ fromBlock: Hex; toBlock: Hex | "latest" }];
      if (Number(filter.fromBlock) > head) return reply([]);
      const to = filter.toBlock === "latest" ? head : Math.min(head, Number(filter.toBlock));
      return await forward({ ...call, params: [{ ...filter, toBlock: numberToHex(to) }] });
    }
    if (call.method === "eth_getBlockByNumber" && Number(call.params[0]) > head) return reply(null);
    if (call.method === "eth_getTransactionReceipt") {
      const found = await forward(call);
      return Number(found.result?.blockNumber ?? 0) > head ? reply(null) : found;
    }
    const params = call.params.map((each) => each === "latest" ? numberToHex(head) : each);
    return await forward({ ...call, params });
  }

  const node = { sickness: { kind: "well" } as Sickness, requests: 0 };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    node.requests++;
    const body: Call | Call[] = await request.json();
    const { sickness } = node;
    const now: Sickness = sickness.kind !== "half"
      ? sickness
      : turn++ % 2 === 0
      ? sickness.of
      : { kind: "well" };
    if (now.kind === "limited") {
      return new Response("slow down", { status: 429, headers: { "retry-after": "1" } });
    }
    if (now.kind === "html") return new Response("<html>Bad gateway</html>", { status: 502 });
    if (now.kind === "hangs") {
      await new Promise((resolve) => {
        stopped.signal.addEventListener("abort", resolve);
        request.signal.addEventListener("abort", resolve);
      });
      return new Response(null, { status: 503 });
    }
    return Response.json(
      Array.isArray(body)
        ? await Promise.all(body.map((call) => answer(call, now)))
        : await answer(body, now),
    );
  });
  return Object.assign(node, {
    url: `http://127.0.0.1:${server.addr.port}`,
    async [Symbol.asyncDispose]() {
      stopped.abort();
      await server.shutdown();
    },
  });
}
