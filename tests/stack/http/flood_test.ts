import { assertEquals, assertLess } from "@std/assert";
import { API_KEY_HEADER } from "../../../core/protocol/service/mod.ts";
import { LINK_MAILBOX_PATH } from "../../../core/protocol/service/link.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { rpc } from "../support/client.ts";

Deno.test("flood", async (t) => {
  await using stack = await startStack({
    limits: {
      body: { size: 100_000, time: 2_000, depth: 40 },
      key: { requests: 300, seconds: 3 },
      client: { requests: 10_000, seconds: 1 },
    },
  });
  const url = `${stack.serverUrl}/v1/rpc`;
  const headers = { "content-type": "application/json", [API_KEY_HEADER]: stack.apiKey };
  const post = async (body: BodyInit) => {
    const response = await fetch(url, { method: "POST", headers, body });
    const { error } = await response.json();
    return [response.status, error?.code];
  };
  const alive = async () => {
    const begin = performance.now();
    assertEquals((await rpc(stack, "wallet_getCapabilities", [])).error, undefined);
    return performance.now() - begin;
  };
  /** A batch counts as the number of its requests; the next window starts soon. */
  const refilled = () => new Promise((resolve) => setTimeout(resolve, 3_100));
  const request = { jsonrpc: "2.0", id: 1, method: "wallet_getCallsStatus", params: ["x"] };

  await t.step("giant bodies are rejected before they are read", async () => {
    assertEquals(await post("x".repeat(101_000)), [413, -32600]);
    assertEquals(await post(JSON.stringify({ a: "x".repeat(5_000_000) })), [413, -32600]);
    await alive();
  });

  await t.step("no JSON, deep JSON, no request", async () => {
    assertEquals(await post("{"), [400, -32700]);
    assertEquals(await post("\0\0"), [400, -32700]);
    assertEquals(await post("[".repeat(90_000)), [400, -32600]);
    assertEquals(await post('{"a":'.repeat(15_000) + "1" + "}".repeat(15_000)), [400, -32600]);
    assertEquals(await post("1"), [200, -32600]);
    await alive();
  });

  await t.step("a batch of ten thousand is rejected completely", async () => {
    await refilled();
    const small = Array.from({ length: 10_000 }, () => 1);
    assertEquals(await post(JSON.stringify(small)), [400, -32600]);
  });

  await t.step("a batch counts as the number of its requests", async () => {
    await refilled();
    const batch = JSON.stringify(Array.from({ length: 90 }, () => request));
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(batch)));
    const limited = replies.filter(([status]) => status === 429);
    assertEquals(limited.length > 0, true);
    assertEquals(limited[0], [429, -32005]);
    await new Promise((resolve) => setTimeout(resolve, 100));
  });

  await t.step(
    "a thousand concurrent requests: answered or delayed, without harm to users",
    async () => {
      const replies = await Promise.all(
        Array.from({ length: 1_000 }, () => post(JSON.stringify(request))),
      );
      const statuses = new Set(replies.map(([status]) => status));
      for (const status of statuses) assertEquals([200, 429].includes(status as number), true);
      await refilled();
      assertLess(await alive(), 10_000);
    },
  );

  await t.step("slow clients are let go, others do not wait for them", async () => {
    await refilled();
    const { port } = new URL(stack.serverUrl);
    const slow = await Promise.all(Array.from({ length: 50 }, async () => {
      const conn = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
      const head = `POST /v1/rpc HTTP/1.1\r\nHost: localhost:${port}\r\n` +
        `${API_KEY_HEADER}: ${stack.apiKey}\r\nContent-Length: 5000\r\n\r\n{`;
      await conn.write(new TextEncoder().encode(head));
      return conn;
    }));
    // They hold a connection for two seconds each: one after the other that would be minutes.
    assertLess(await alive(), 10_000);
    const answers = await Promise.all(slow.map(async (conn) => {
      const buffer = new Uint8Array(100);
      const size = await conn.read(buffer) ?? 0;
      conn.close();
      return new TextDecoder().decode(buffer.subarray(0, size)).slice(0, 12);
    }));
    assertEquals(new Set(answers), new Set(["HTTP/1.1 408"]));
  });

  await t.step("unknown paths and methods have their status", async () => {
    const at = async (path: string, method = "GET") => {
      const response = await fetch(stack.serverUrl + path, { method });
      await response.body?.cancel();
      return response.status;
    };
    assertEquals(await at("/nothing"), 404);
    assertEquals(await at("/v1/rpc"), 404);
    assertEquals(await at("/v1/rpc/abc", "POST"), 404);
    assertEquals(await at("/v1/rpc", "POST"), 401);
    assertEquals(await at("/v1/events"), 401);
  });
});

Deno.test("flood: one client's slow bodies use up its share, and no other client waits", async () => {
  await using stack = await startStack({
    limits: {
      body: { size: 100_000, time: 60_000, depth: 40 },
      pending: 30,
      pendingPerClient: 10,
      pendingPerKey: 80,
    },
  });
  const { service } = stack;
  const post = (client: string, body: BodyInit) =>
    service.fetch(
      new Request(`${stack.serverUrl}/v1/rpc`, {
        method: "POST",
        headers: { "content-type": "application/json", [API_KEY_HEADER]: stack.apiKey },
        body,
      }),
      client,
    );
  const writers: ReadableStreamDefaultController<Uint8Array>[] = [];
  const slow = Array.from({ length: 40 }, () =>
    post(
      "192.0.2.1",
      new ReadableStream<Uint8Array>({
        start(controller) {
          writers.push(controller);
          controller.enqueue(new TextEncoder().encode("{"));
        },
      }),
    ));
  const question = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "wallet_getCallsStatus",
    params: ["x"],
  });
  assertEquals((await post("192.0.2.2", question)).status, 200);
  const refused = await post("192.0.2.1", question);
  assertEquals([refused.status, refused.headers.get("retry-after")], [429, "1"]);
  for (const writer of writers) writer.close();
  const statuses = (await Promise.all(slow)).map(({ status }) => status);
  // Half a body is no JSON.
  assertEquals([400, 429].map((code) => statuses.filter((each) => each === code).length), [10, 30]);
  assertEquals((await post("192.0.2.1", question)).status, 200);
});

Deno.test("flood: the messages of a client's device links have a total size", async () => {
  await using stack = await startStack({
    limits: { linkKilobytes: { requests: 100, seconds: 600 } },
  });
  const name = (letter: string) => letter.repeat(22);
  const create = (id: string, client: string) =>
    stack.service.fetch(
      new Request(`${stack.serverUrl}${LINK_MAILBOX_PATH}/${id}`, {
        method: "POST",
        headers: { "content-type": "application/json", [API_KEY_HEADER]: stack.apiKey },
        body: JSON.stringify({ token: name("t"), session: name("s"), message: "m".repeat(60_000) }),
      }),
      client,
    );
  assertEquals((await create(name("a"), "192.0.2.1")).status, 200);
  const refused = await create(name("b"), "192.0.2.1");
  assertEquals(refused.status, 429);
  assertEquals((await refused.json()).error.data.cause, "limit_exceeded");
  assertEquals((await create(name("c"), "192.0.2.2")).status, 200);
});
