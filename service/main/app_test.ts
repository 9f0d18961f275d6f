import { assertEquals } from "@std/assert";
import { API_KEY_HEADER } from "../../core/protocol/service/mod.ts";
import type { HttpLimits } from "./app.ts";
import { until } from "../../scripts/stack/patience.ts";
import { findKey, revokeKey } from "../keys/keys.ts";
import { createService } from "./service.ts";
import { chainAt, createTestKey } from "../testing/small_service.ts";

/** A service without chains, and a client's batches of unknown methods. */
async function openScene(limits: Partial<HttpLimits>) {
  const service = await createService({
    host: "localhost:1",
    database: ":memory:",
    chains: [],
    limits,
  });
  const apiKey = await createTestKey(service.store);
  const otherKey = await createTestKey(service.store);
  const headers = { "content-type": "application/json", [API_KEY_HEADER]: apiKey };
  const one = { jsonrpc: "2.0", id: 1, method: "unknown", params: [] };
  const ask = async (client: string, body: BodyInit, key = apiKey): Promise<number> => {
    const request = new Request("http://localhost:1/v1/rpc", {
      method: "POST",
      headers: { ...headers, [API_KEY_HEADER]: key },
      body,
    });
    const response = await service.fetch(request, client);
    await response.body?.cancel();
    return response.status;
  };
  let streams: Response[] = [];
  return {
    post: (client: string, size: number) =>
      ask(client, JSON.stringify(Array.from({ length: size }, () => one))),
    /** Sends one request of another key. */
    postOther: (client: string) => ask(client, JSON.stringify(one), otherKey),
    /** Sends one request, or a batch of several methods. */
    call: (client: string, method: string | readonly string[]) => {
      const request = (method: string) => ({ ...one, method });
      return ask(
        client,
        JSON.stringify(typeof method === "string" ? request(method) : method.map(request)),
      );
    },
    /** Begins a request whose body ends when it is told to. */
    open(client: string) {
      const { promise, resolve: end } = Promise.withResolvers<void>();
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          await promise;
          controller.enqueue(new TextEncoder().encode(JSON.stringify(one)));
          controller.close();
        },
      });
      return { status: ask(client, body), end };
    },
    /** Opens a change stream. */
    async listen(client: string): Promise<number> {
      const url = `http://localhost:1/v1/events?address=0x${"ab".repeat(20)}`;
      const response = await service.fetch(new Request(url, { headers }), client);
      streams.push(response);
      return response.status;
    },
    async endStreams(): Promise<void> {
      await Promise.all(streams.map(({ body }) => body?.cancel()));
      streams = [];
    },
    async [Symbol.asyncDispose]() {
      await this.endStreams();
      await service.stop();
    },
  };
}

Deno.test("app: batches of one client leave the key's rate to the others", async () => {
  await using scene = await openScene({
    key: { burst: 400, perSecond: 0.001 },
    client: { burst: 100, perSecond: 0.001 },
  });
  const flood: number[] = [];
  for (let n = 0; n < 10; n++) flood.push(await scene.post("192.0.2.1", 60));
  assertEquals(flood, [200, ...Array<number>(9).fill(429)]);
  // Each has its own rate, whatever the first does.
  for (const client of ["192.0.2.2", "192.0.2.3", "192.0.2.4"]) {
    assertEquals(await scene.post(client, 60), 200, client);
  }
});

Deno.test("app: a batch that is larger than a rate is answered while it is full", async () => {
  const rate = { burst: 5, perSecond: 0.001 };
  await using scene = await openScene({ client: rate });
  assertEquals([await scene.post("192.0.2.1", 60), await scene.post("192.0.2.1", 60)], [200, 429]);
  await using other = await openScene({ key: rate });
  assertEquals([await other.post("192.0.2.1", 60), await other.post("192.0.2.2", 60)], [200, 429]);
});

Deno.test("app: one block of networks holds half of the streams, whatever addresses it has", async () => {
  await using scene = await openScene({ streams: 8, streamsPerClient: 2, streamsPerKey: 8 });
  const opened: number[] = [];
  // A /48 of IPv6 has 65,536 networks that count as clients.
  for (let n = 0; n < 6; n++) opened.push(await scene.listen(`2001:db8:1:${n}::/64`));
  assertEquals(opened, [200, 200, 200, 200, 429, 429]);
  for (let n = 0; n < 4; n++) assertEquals(await scene.listen(`198.51.${n}.1`), 200);
  // Streams that end make room.
  await scene.endStreams();
  assertEquals(await scene.listen("2001:db8:1:9::/64"), 200);
});

Deno.test("app: one block of networks has half of the requests that are answered at once", async () => {
  await using scene = await openScene({ pending: 6, pendingPerClient: 2, pendingPerKey: 6 });
  const slow = Array.from({ length: 3 }, (_, n) => scene.open(`192.0.2.${n}`));
  assertEquals(await scene.post("192.0.2.77", 1), 429);
  assertEquals(await scene.post("198.51.100.1", 1), 200);
  for (const { end } of slow) end();
  assertEquals(await Promise.all(slow.map(({ status }) => status)), [200, 200, 200]);
  assertEquals(await scene.post("192.0.2.77", 1), 200);
});

Deno.test("app: one key has half of the requests that are answered at once, from however many clients", async () => {
  await using scene = await openScene({ pending: 6, pendingPerClient: 2 });
  const slow = Array.from({ length: 6 }, (_, n) => scene.open(`198.51.${n}.1`));
  assertEquals(await Promise.all(slow.slice(3).map(({ status }) => status)), [429, 429, 429]);
  assertEquals(await scene.postOther("192.0.2.1"), 200);
  assertEquals(await scene.post("192.0.2.1", 1), 429);
  for (const { end } of slow) end();
  assertEquals(await Promise.all(slow.slice(0, 3).map(({ status }) => status)), [200, 200, 200]);
  // Those that were refused, of which none counted, too.
  for (let n = 0; n < 6; n++) assertEquals(await scene.post("192.0.2.1", 1), 200);
});

Deno.test("app: a method counts as what it costs, alone and in batches, for the client and the key", async () => {
  const rate = { burst: 20, perSecond: 0.001 };
  const costs = { acct_prepare: 5, wallet_getAssets: 2 };
  for (const limits of [{ client: rate, costs }, { key: rate, costs }]) {
    await using scene = await openScene(limits);
    const call = (method: string | readonly string[]) => scene.call("192.0.2.1", method);
    // 5, 5, 2, 1; then a batch is one request and what it holds.
    assertEquals(await call("acct_prepare"), 200);
    assertEquals(await call("acct_prepare"), 200);
    assertEquals(await call("wallet_getAssets"), 200);
    assertEquals(await call("unknown"), 200);
    assertEquals(await call(["acct_prepare", "unknown"]), 200);
    assertEquals(await call("unknown"), 429);
  }
});

Deno.test("app: a cost above the rate takes all there is, and names of objects cost nothing more", async () => {
  await using scene = await openScene({
    client: { burst: 5, perSecond: 0.001 },
    costs: { acct_prepare: 900 },
  });
  assertEquals(await scene.call("192.0.2.1", "acct_prepare"), 200);
  assertEquals(await scene.call("192.0.2.1", "unknown"), 429);
  for (const name of ["toString", "__proto__", "constructor", "", "valueOf"]) {
    assertEquals(await scene.call("192.0.2.2", name), 200);
  }
  assertEquals(await scene.call("192.0.2.2", "unknown"), 429);
});

/** A service whose node answers `eth_getProof` when it is told to. */
async function openSlow() {
  const seen: string[] = [];
  const held = Promise.withResolvers<void>();
  const scope = new AsyncDisposableStack();
  const node = scope.use(
    Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (r) => {
      const body: { id: number; method: string } | { id: number; method: string }[] = await r
        .json();
      const all = [body].flat();
      seen.push(...all.map(({ method }) => method));
      if (seen.includes("eth_getProof")) await held.promise;
      const replies = all.map(({ id }) => ({ jsonrpc: "2.0", id, result: "0x1" }));
      return Response.json(Array.isArray(body) ? replies : replies[0]);
    }),
  );
  const service = await createService({
    host: "localhost:1",
    database: ":memory:",
    log() {},
    chains: [chainAt(`http://127.0.0.1:${node.addr.port}`)],
  });
  scope.defer(() => service.stop());
  scope.defer(() => held.resolve());
  const apiKey = await createTestKey(service.store);
  const post = (body: BodyInit, signal?: AbortSignal, key = apiKey) =>
    service.fetch(
      new Request("http://localhost:1/v1/rpc/1", {
        method: "POST",
        headers: { "content-type": "application/json", [API_KEY_HEADER]: key },
        body,
        ...(signal !== undefined && { signal }),
      }),
      "192.0.2.1",
    );
  const ask = async (method: string, n: number, signal?: AbortSignal, key?: string) =>
    await (await post(
      JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: [{ n }] }),
      signal,
      key,
    )).json();
  const count = (name: string) => seen.filter((method) => method === name).length;
  return {
    service,
    apiKey,
    post,
    ask,
    count,
    answer: held.resolve,
    /** Asks as often as may run at a time. */
    async fill() {
      const slow = Array.from({ length: 8 }, (_, n) => ask("eth_getProof", n));
      await until("all that may run do", () => count("eth_getProof") >= 8);
      return slow;
    },
    [Symbol.asyncDispose]: () => scope.disposeAsync(),
  };
}

Deno.test("app: what waits for clients that have gone asks no node, but what a user signed is sent", async () => {
  await using scene = await openSlow();
  const { ask, count } = scene;
  const slow = await scene.fill();
  const before = count("eth_getProof");
  const gone = AbortSignal.abort();
  const { error } = await ask("eth_getProof", 100, gone);
  assertEquals([error.data.cause, error.data.retryAfter], ["limit_exceeded", 1]);
  assertEquals(count("eth_getProof"), before);
  const sent = ask("eth_sendUserOperation", 1, gone);
  await until("it is sent", () => count("eth_sendUserOperation") === 1);
  scene.answer();
  await Promise.all([...slow, sent]);
});

Deno.test("app: what waits for its turn while its key is revoked asks no node", async () => {
  await using scene = await openSlow();
  const { ask, count, service } = scene;
  const slow = await scene.fill();
  // Beside another key, and on a late process, none of them begins.
  await scene.ask("unknown", 0, undefined, await createTestKey(service.store));
  const waits = Array.from({ length: 100 }, (_, n) => ask("eth_getProof", n));
  const { id } = await findKey(service.store, scene.apiKey);
  await revokeKey(service.store, id);
  scene.answer();
  const causes = (await Promise.all(waits)).map(({ error }) => error?.data?.cause ?? "answered");
  const refused = causes.filter((cause) => cause === "key_invalid");
  assertEquals([refused.length > 0, refused.length + count("eth_getProof")], [true, 108]);
  await Promise.all(slow);
});

Deno.test("app: a body that a stop cuts off is refused as by a service that stops", async () => {
  await using scene = await openSlow();
  const cut = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await cut.promise;
      controller.error(new Error("the connection was closed"));
    },
  });
  const reply = scene.post(body);
  const stopped = scene.service.stop();
  cut.resolve();
  const { status, headers } = await reply;
  assertEquals([status, headers.get("retry-after")], [503, "1"]);
  await stopped;
});
