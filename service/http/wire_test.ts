import { assert, assertEquals } from "@std/assert";
import { API_KEY_HEADER } from "../../core/protocol/service/mod.ts";
import { until } from "../../scripts/stack/patience.ts";
import type { HttpLimits } from "./limits_config.ts";
import { createService } from "../main/service.ts";
import { chainAt, createTestKey } from "../testing/small_service.ts";

const MIB = 1024 * 1024;
const ACCOUNT = `0x${"ab".repeat(20)}`;

/** A node that returns an answer of the requested size to each `eth_call`. */
function startNode() {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { id, method, params } = await request.json();
    const result = method === "eth_call" ? `0x${"00".repeat(params[0].bytes)}` : "0x1";
    return Response.json({ jsonrpc: "2.0", id, result });
  });
}

/** A service that listens, and raw connections to it. A header identifies the client. */
async function openScene(limits: Partial<HttpLimits> = {}) {
  const node = startNode();
  const rpcUrl = `http://127.0.0.1:${node.addr.port}`;
  const log: string[] = [];
  const service = await createService({
    host: "localhost:1",
    database: ":memory:",
    limits,
    log: (level, event, _fields, error) => {
      if (level === "error" && event === "internal") log.push(`${error}`);
    },
    chains: [chainAt(rpcUrl)],
  });
  const apiKey = await createTestKey(service.store);
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    (request) => service.fetch(request, request.headers.get("x-client") ?? "192.0.2.1"),
  );
  const connections: Deno.Conn[] = [];
  return {
    service,
    log,
    /** Sends the head of a request, and the available part of its body. */
    async send(head: string, body = "", client = "192.0.2.1"): Promise<Deno.Conn> {
      const connection = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
      connections.push(connection);
      const text = `${head} HTTP/1.1\r\nhost: localhost\r\nx-client: ${client}\r\n` +
        `${API_KEY_HEADER}: ${apiKey}\r\n`;
      await connection.write(new TextEncoder().encode(text));
      for (let rest = new TextEncoder().encode(body); rest.length > 0;) {
        rest = rest.subarray(await connection.write(rest));
      }
      return connection;
    },
    async call(bytes: number, client: string): Promise<Response> {
      return await fetch(`http://127.0.0.1:${server.addr.port}/v1/rpc/1`, {
        method: "POST",
        headers: { [API_KEY_HEADER]: apiKey, "x-client": client },
        body: callOf(bytes),
      });
    },
    counted: (text: string) => service.context.metrics.text().split("\n").includes(text),
    close(connection: Deno.Conn) {
      connections.splice(connections.indexOf(connection), 1);
      connection.close();
    },
    async [Symbol.asyncDispose]() {
      for (const connection of connections) connection.close();
      await service.stop();
      await server.shutdown();
      await node.shutdown();
    },
  };
}

function callOf(bytes: number): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_call", params: [{ bytes }] });
}

/** Reads the status of an answer, and leaves the rest unread. */
async function statusOf(connection: Deno.Conn): Promise<number> {
  const buffer = new Uint8Array(12);
  await connection.read(buffer);
  return Number(new TextDecoder().decode(buffer).slice(-3));
}

Deno.test("wire: a client that disconnects during its body is no fault of the service", async () => {
  await using scene = await openScene();
  const { send, close, counted, log } = scene;
  const heads = ["content-length: 5000\r\n\r\n{", "transfer-encoding: chunked\r\n\r\n1\r\n{\r\n"];
  for (const [at, head] of heads.entries()) {
    close(await send("POST /v1/rpc", head));
    await until("a response", () => counted(`acct_http_responses_total{status="400"} ${at + 1}`));
  }
  assertEquals(log, []);
});

Deno.test("wire: HEAD of a stream leaves none open", async () => {
  await using scene = await openScene();
  const { service: { context: { hub } }, send } = scene;
  const head = await send(`HEAD /v1/events?address=${ACCOUNT}`, "\r\n");
  assertEquals(await statusOf(head), 200);
  assertEquals(hub.size(), 0);
  const get = await send(`GET /v1/events?address=${ACCOUNT}`, "\r\n");
  assertEquals(await statusOf(get), 200);
  assertEquals(hub.size(), 1);
});

Deno.test("wire: answers that a client does not read are bounded, and others get theirs", async () => {
  await using scene = await openScene({ memory: 64 * MIB, replyTime: 2_000 });
  const { send, call } = scene;
  const size = 6 * MIB / 2;
  const ask = async () => {
    const body = callOf(size);
    return await send("POST /v1/rpc/1", `content-length: ${body.length}\r\n\r\n${body}`);
  };
  // A client may have two of them.
  const unread: Deno.Conn[] = [];
  for (let n = 0; n < 2; n++) {
    unread.push(await ask());
    assertEquals(await statusOf(unread[n]!), 200);
  }
  const limited = await (await call(size, "192.0.2.1")).json();
  assertEquals(limited.error?.code, -32005);
  const { result } = await (await call(size, "198.51.100.1")).json();
  assertEquals(result.length, 2 * size + 2);
  // Small ones are still answered.
  assertEquals((await (await call(10, "192.0.2.1")).json()).result.length, 22);
  // An answer that is not read in time is cancelled. The client can detect it: the answer is
  // shorter than announced.
  await until("room again", async () => "result" in await (await call(size, "192.0.2.1")).json());
  let length = 0;
  const buffer = new Uint8Array(MIB);
  for (let n; (n = await unread[0]!.read(buffer)) !== null;) length += n;
  assert(length < 2 * size, "cut off");
});

Deno.test("wire: one client's unfinished bodies leave memory for the others", async () => {
  for (const size of [4 * 1024, 64 * 1024]) await fillRoom(size);
});

/** Sends bodies of a size without their last byte. */
async function fillRoom(size: number): Promise<void> {
  await using scene = await openScene({
    body: { size, time: 60_000, depth: 40 },
    memory: 16 * size,
    pendingPerClient: 100,
  });
  const { send, call } = scene;
  const unfinished = `content-length: ${size}\r\n\r\n${" ".repeat(size - 1)}`;
  const connections = await Promise.all(
    Array.from({ length: 20 }, () => send("POST /v1/rpc", unfinished)),
  );
  // Everything above its share is rejected.
  const refused = await Promise.any(connections.map(statusOf));
  assertEquals(refused, 503);
  const { result } = await (await call(10, "198.51.100.1")).json();
  assertEquals(result.length, 22);
}

Deno.test("wire: a body that hangs is rejected in time", async () => {
  await using scene = await openScene({ body: { size: 64 * 1024, time: 200, depth: 40 } });
  for (const length of [100, 20_000]) {
    const connection = await scene.send("POST /v1/rpc/1", `content-length: ${length}\r\n\r\n{`);
    assertEquals(await statusOf(connection), 408);
  }
});

Deno.test("wire: a chunked body is read completely", async () => {
  await using scene = await openScene();
  const body = callOf(10);
  const head = `content-length: ${body.length}\r\n\r\n`;
  const connection = await scene.send("POST /v1/rpc/1", head);
  for (const [from, to] of [[0, 1], [1, 20], [20, body.length]] as const) {
    // Other clients are answered in the meantime, so the test waits for the answer.
    await (await scene.call(10, "198.51.100.1")).body?.cancel();
    await connection.write(new TextEncoder().encode(body.slice(from, to)));
  }
  assertEquals(await statusOf(connection), 200);
});

Deno.test("wire: a body has its announced length, and never exceeds the limit", async () => {
  const limit = 32 * 1024;
  await using scene = await openScene({ body: { size: limit, time: 60_000, depth: 40 } });
  const { send } = scene;
  const body = callOf(10);
  const ask = async (head: string) => await statusOf(await send("POST /v1/rpc/1", head));
  // The bytes after it are not its own.
  assertEquals(await ask(`content-length: ${body.length}\r\n\r\n${body}${"[".repeat(100)}`), 200);
  assertEquals(await ask(`content-length: ${body.length - 1}\r\n\r\n${body}`), 400);
  assertEquals(await ask(`content-length: ${limit + 1}\r\n\r\n{`), 413);
  const chunk = `${(2 * limit).toString(16)}\r\n${" ".repeat(2 * limit)}\r\n0\r\n\r\n`;
  assertEquals(await ask(`transfer-encoding: chunked\r\n\r\n${chunk}`), 413);
  // Both headers together: one of them is wrong, and the smaller length is not trusted.
  const both = await ask(`content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n${chunk}`);
  assert(both === 413 || both === 400, `${both}`);
});

Deno.test("wire: a stopping service reports it, to pages too; no answer is cached", async () => {
  await using scene = await openScene();
  const { service } = scene;
  const ask = (path: string) => service.fetch(new Request(`http://localhost:1${path}`), "a");
  for (const path of ["/health", `/v1/recoveries?address=${ACCOUNT}`, "/nothing"]) {
    const { headers, body } = await ask(path);
    assertEquals(headers.get("cache-control"), "no-store");
    await body?.cancel();
  }
  const stopping = service.stop();
  const answer = await ask(`/v1/recoveries?address=${ACCOUNT}`);
  const names = ["access-control-allow-origin", "retry-after", "content-type"];
  assertEquals([answer.status, ...names.map((name) => answer.headers.get(name))], [
    503,
    "*",
    "1",
    "application/json",
  ]);
  assertEquals((await answer.json()).error.code, -32005);
  await stopping;
});
