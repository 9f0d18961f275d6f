import { assertEquals } from "@std/assert";
import { API_KEY_HEADER } from "../../core/protocol/service/mod.ts";
import type { HttpLimits } from "../http/limits_config.ts";
import { until } from "../../scripts/stack/patience.ts";
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
    /** Sends one request; returns the status and the headers about limits. */
    async ask(client: string) {
      const request = new Request("http://localhost:1/v1/rpc", {
        method: "POST",
        headers,
        body: JSON.stringify(one),
      });
      const response = await service.fetch(request, client);
      await response.body?.cancel();
      const names = ["ratelimit-policy", "ratelimit", "retry-after"];
      return [response.status, ...names.map((name) => response.headers.get(name))];
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
    key: { requests: 400, seconds: 400_000 },
    client: { requests: 100, seconds: 100_000 },
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
  const rate = { requests: 5, seconds: 5_000 };
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

Deno.test("app: answers have the quotas of client and key, and 429 the time to wait", async () => {
  await using scene = await openScene({
    client: { requests: 2, seconds: 1_000 },
    key: { requests: 4, seconds: 2_000 },
  });
  const policy = '"client";q=2;w=1000, "key";q=4;w=2000';
  const { ask } = scene;
  assertEquals(await ask("192.0.2.1"), [
    200,
    policy,
    '"client";r=1;t=1000, "key";r=3;t=2000',
    null,
  ]);
  const [status, , left] = await ask("192.0.2.1");
  assertEquals([status, /^"client";r=0;t=\d+, "key";r=2;t=\d+$/.test(String(left))], [200, true]);
  const [refused, itsPolicy, itsLeft, wait] = await ask("192.0.2.1");
  assertEquals([refused, itsPolicy], [429, '"client";q=2;w=1000']);
  assertEquals(itsLeft, `"client";r=0;t=${wait}`);
  assertEquals(Number(wait) > 900 && Number(wait) <= 1_000, true);
  // Refused requests of a client do not count for its key.
  for (const [client, code] of [[2, 200], [3, 200], [4, 429]] as const) {
    const [status, , left, wait] = await ask(`192.0.2.${client}`);
    assertEquals([status, wait !== null, String(left).includes(`t=${wait}`)], [
      code,
      code === 429,
      code === 429,
    ]);
  }
});

Deno.test("app: a batch takes as many places as it has requests, of its client and its key", async () => {
  const limits = { pending: 1_000, pendingPerClient: 40, pendingPerKey: 100 };
  await using scene = await openSlow(limits);
  const batch = (count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, id) => ({
      jsonrpc: "2.0",
      id,
      method: "eth_getProof",
      params: [{ id }],
    })));
  const post = async (client: string, count: number) =>
    (await scene.post(batch(count), client)).status;
  const slow = [post("192.0.2.1", 40), post("198.51.100.1", 40)];
  await until("all of them are asked", () => scene.asked() === 80);
  assertEquals(await post("192.0.2.1", 1), 429);
  assertEquals(await post("203.0.113.1", 30), 429);
  const fits = post("203.0.113.1", 20);
  await until("so many fit", () => scene.asked() === 100);
  scene.answer();
  assertEquals(await Promise.all([...slow, fits]), [200, 200, 200]);
  assertEquals(await post("192.0.2.1", 40), 200);
});

/** A service whose node answers `eth_getProof` when the test lets it. */
async function openSlow(limits: Partial<HttpLimits> = {}) {
  let asked = 0;
  const held = Promise.withResolvers<void>();
  const scope = new AsyncDisposableStack();
  const node = scope.use(
    Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (r) => {
      const body: { id: number; method: string } | { id: number; method: string }[] = await r
        .json();
      const all = [body].flat();
      const proofs = all.filter(({ method }) => method === "eth_getProof").length;
      asked += proofs;
      if (proofs > 0) await held.promise;
      const replies = all.map(({ id }) => ({ jsonrpc: "2.0", id, result: "0x1" }));
      return Response.json(Array.isArray(body) ? replies : replies[0]);
    }),
  );
  const service = await createService({
    host: "localhost:1",
    database: ":memory:",
    log() {},
    limits,
    chains: [{ ...chainAt(`http://127.0.0.1:${node.addr.port}`), timeout: 60_000 }],
  });
  scope.defer(() => service.stop());
  scope.defer(() => held.resolve());
  const apiKey = await createTestKey(service.store);
  return {
    service,
    post: (body: BodyInit, client = "192.0.2.1") =>
      service.fetch(
        new Request("http://localhost:1/v1/rpc/1", {
          method: "POST",
          headers: { "content-type": "application/json", [API_KEY_HEADER]: apiKey },
          body,
        }),
        client,
      ),
    asked: () => asked,
    answer: held.resolve,
    [Symbol.asyncDispose]: () => scope.disposeAsync(),
  };
}

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
