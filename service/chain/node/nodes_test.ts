import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../../core/ground/errors.ts";
import { NodeError } from "./node.ts";
import { createNodes } from "./nodes.ts";

/** A configurable node that returns its name or another result and counts requests. */
function fakeNode(name: unknown) {
  const stopped = new AbortController();
  const node = { mode: "well", requests: 0 };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    node.requests++;
    const { id } = await request.json();
    switch (node.mode) {
      case "html":
        return new Response("<html>", { status: 502 });
      case "locked":
        return Response.json({ id, error: { code: -32600, message: "Must be authenticated!" } }, {
          status: 403,
        });
      case "overloaded":
        return Response.json({ id, error: { code: -32603, message: "no backend" } }, {
          status: 503,
        });
      case "empty":
        return Response.json({ jsonrpc: "2.0", id });
      case "headless":
        return Response.json({ id, result: null });
      case "old":
        return Response.json({ id, result: name, error: null });
      case "limited":
        return new Response("", { status: 429, headers: { "retry-after": "3" } });
      case "limits":
        return Response.json({ id, error: { code: -32005, message: "rate limit exceeded" } });
      case "too large":
        return Response.json({ id, error: { code: -32005, message: "more than 10000 results" } });
      case "pruned":
        return Response.json({ id, error: { code: -32000, message: "missing trie node" } });
      case "sick":
        return Response.json({ id, error: { code: -32603, message: "Internal error" } });
      case "reverts":
        return Response.json({ id, error: { code: -32000, message: "reverted", data: "0x1234" } });
      case "hangs":
        await new Promise((resolve) => stopped.signal.addEventListener("abort", resolve));
    }
    return Response.json({ id, result: name });
  });
  return Object.assign(node, {
    url: `http://127.0.0.1:${server.addr.port}`,
    async [Symbol.asyncDispose]() {
      stopped.abort();
      await server.shutdown();
    },
  });
}

Deno.test("nodes: they fail over from a failing, unresponsive or rate limited one", async () => {
  await using first = fakeNode("first");
  await using second = fakeNode("second");
  let time = 0;
  const nodes = createNodes([first.url, second.url], { now: () => time });
  const ask = () => nodes.request("eth_feeHistory");
  assertEquals([await ask(), second.requests], ["first", 0]);
  for (const mode of ["html", "locked", "overloaded", "empty", "limited", "limits", "hangs"]) {
    first.mode = mode;
    assertEquals(await ask(), "second", mode);
    // After its pause it is used first again.
    time += 20_000;
    first.mode = "well";
    assertEquals([await ask(), nodes.health()], ["first", [true, true]], mode);
  }
  first.mode = "old";
  assertEquals(await ask(), "first", "JSON-RPC 1.0 names the error that there is not");
  // An error of the chain is an answer: no other node is used.
  first.mode = "too large";
  const before = second.requests;
  await assertRejects(ask, NodeError, "more than");
  assertEquals(second.requests, before);
});

Deno.test("nodes: they fail over from one without the state, but not on a revert", async () => {
  await using first = fakeNode("first");
  await using second = fakeNode("0x2");
  const nodes = createNodes([first.url, second.url]);
  const ask = () => nodes.request("eth_getBalance", []);
  for (const mode of ["pruned", "sick"]) {
    first.mode = mode;
    assertEquals(await ask(), "0x2", mode);
    // It answers: an error provoked by a stranger's call must not make it unhealthy.
    assertEquals(nodes.health(), [true, true]);
  }
  for (const mode of ["sick", "html", "hangs"]) {
    first.mode = "pruned";
    second.mode = mode;
    await assertRejects(ask, NodeError, "missing trie node", mode);
  }
  const before = second.requests;
  first.mode = "reverts";
  await assertRejects(() => nodes.request("eth_call", []), NodeError, "reverted");
  // An operation is sent once.
  first.mode = "pruned";
  const send = () => nodes.request("eth_sendUserOperation", []);
  await assertRejects(send, NodeError, "missing trie node");
  assertEquals(second.requests, before);
});

Deno.test("nodes: one that limits requests is not used for the requested time", async () => {
  await using only = fakeNode("only");
  let time = 0;
  const nodes = createNodes([only.url], { now: () => time });
  only.mode = "limited";
  for (let n = 0; n < 20; n++) {
    const { data } = await assertRejects(() => nodes.request("eth_feeHistory"), AcctError);
    assertEquals([data.cause, data.retryAfter], ["chain_down", 3]);
  }
  assertEquals([only.requests, nodes.health()], [1, [false]]);
  only.mode = "well";
  time = 3_000;
  assertEquals(await nodes.request("eth_feeHistory"), "only");
});

Deno.test("nodes: transactions are sent sequentially, never concurrently", async () => {
  await using first = fakeNode("first");
  await using second = fakeNode("second");
  const nodes = createNodes([first.url, second.url], { timeout: 1_000 });
  first.mode = "hangs";
  assertEquals(await nodes.request("eth_sendRawTransaction"), "second");
  assertEquals([first.requests, second.requests], [1, 1]);
  second.mode = "html";
  const { data } = await assertRejects(() => nodes.request("eth_feeHistory"), AcctError);
  assertEquals(data.cause, "chain_down");
});

Deno.test("nodes: one without a latest block is unhealthy; one without a receipt is healthy", async () => {
  const hash = `0x${"01".repeat(32)}`;
  const latest = { number: "0x1", hash, parentHash: hash, timestamp: "0x1" };
  await using first = fakeNode("first");
  await using second = fakeNode(latest);
  const nodes = createNodes([first.url, second.url]);
  first.mode = "headless";
  assertEquals(await nodes.request("eth_getTransactionReceipt", ["0x1"]), null);
  assertEquals(await nodes.request("eth_getBlockByNumber", ["0x1", false]), null);
  assertEquals(second.requests, 0);
  assertEquals(await nodes.request("eth_getBlockByNumber", ["latest", false]), latest);
  assertEquals(nodes.health(), [false, true]);
});
