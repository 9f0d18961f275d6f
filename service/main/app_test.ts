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
  const secretKey = await createTestKey(service.store, "sk");
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
    /** Sends one request of a server. */
    postSecret: (client: string) => ask(client, JSON.stringify(one), secretKey),
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
    /** Starts a request with a body that ends when the test ends it. */
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

Deno.test("app: batches of one client do not exhaust the key's rate", async () => {
  await using scene = await openScene({
    key: { requests: 400, seconds: 400_000 },
    client: { requests: 100, seconds: 100_000 },
  });
  const flood: number[] = [];
  for (let n = 0; n < 10; n++) flood.push(await scene.post("192.0.2.1", 60));
  assertEquals(flood, [200, ...Array<number>(9).fill(429)]);
  // Each has its own rate, independent of the first one.
  for (const client of ["198.51.100.1", "203.0.113.1", "203.0.114.1"]) {
    assertEquals(await scene.post(client, 60), 200, client);
  }
});

Deno.test("app: one network gets a quarter of a publishable key's rate", async () => {
  await using scene = await openScene({
    key: { requests: 40, seconds: 4_000 },
    client: { requests: 20, seconds: 2_000 },
  });
  // Both networks send more than their shares, from many addresses.
  const flood: number[] = [];
  for (let n = 0; n < 20; n++) {
    flood.push(await scene.post(`192.0.2.${n}`, 1), await scene.post(`2001:db8:1:${n}::/64`, 1));
  }
  assertEquals(flood, [...Array<number>(20).fill(200), ...Array<number>(20).fill(429)]);
  // Other networks still have the rest of the key's rate, and batches count by their requests.
  assertEquals(await scene.post("198.51.100.1", 10), 200);
  assertEquals(await scene.post("203.0.113.1", 10), 200);
  assertEquals(await scene.post("203.0.114.1", 1), 429);
});

Deno.test("app: one network gets a secret key's whole rate", async () => {
  await using scene = await openScene({ key: { requests: 40, seconds: 4_000 } });
  for (let n = 0; n < 40; n++) assertEquals(await scene.postSecret("192.0.2.1"), 200);
  assertEquals(await scene.postSecret("192.0.2.1"), 429);
});

Deno.test("app: a batch that is larger than a rate is answered while it is full", async () => {
  const rate = { requests: 5, seconds: 5_000 };
  await using scene = await openScene({ client: rate });
  assertEquals([await scene.post("192.0.2.1", 60), await scene.post("192.0.2.1", 60)], [200, 429]);
  await using other = await openScene({ key: rate });
  assertEquals([await other.post("192.0.2.1", 60), await other.post("192.0.2.2", 60)], [200, 429]);
});

Deno.test("app: one network block gets half of the streams, for any number of addresses", async () => {
  await using scene = await openScene({ streams: 8, streamsPerClient: 2, streamsPerKey: 16 });
  const opened: number[] = [];
  // A /48 of IPv6 has 65,536 networks that count as clients.
  for (let n = 0; n < 6; n++) opened.push(await scene.listen(`2001:db8:1:${n}::/64`));
  assertEquals(opened, [200, 200, 200, 200, 429, 429]);
  for (let n = 0; n < 4; n++) assertEquals(await scene.listen(`198.51.${n}.1`), 200);
  // Closed streams free their places.
  await scene.endStreams();
  assertEquals(await scene.listen("2001:db8:1:9::/64"), 200);
});

Deno.test("app: one network block gets half of the concurrent requests", async () => {
  await using scene = await openScene({ pending: 6, pendingPerClient: 2, pendingPerKey: 12 });
  const slow = Array.from({ length: 3 }, (_, n) => scene.open(`192.0.2.${n}`));
  assertEquals(await scene.post("192.0.2.77", 1), 429);
  assertEquals(await scene.post("198.51.100.1", 1), 200);
  for (const { end } of slow) end();
  assertEquals(await Promise.all(slow.map(({ status }) => status)), [200, 200, 200]);
  assertEquals(await scene.post("192.0.2.77", 1), 200);
});

Deno.test("app: one network block gets a quarter of a publishable key's streams", async () => {
  await using scene = await openScene({ streams: 80, streamsPerClient: 40, streamsPerKey: 8 });
  const opened: number[] = [];
  for (let n = 0; n < 3; n++) opened.push(await scene.listen(`2001:db8:1:${n}::/64`));
  assertEquals(opened, [200, 200, 429]);
  assertEquals(await scene.listen("198.51.100.1"), 200);
  await scene.endStreams();
  assertEquals(await scene.listen("2001:db8:1:9::/64"), 200);
});

Deno.test("app: one network block gets a quarter of a publishable key's concurrent requests", async () => {
  await using scene = await openScene({ pending: 60, pendingPerClient: 20, pendingPerKey: 8 });
  const slow = Array.from({ length: 2 }, (_, n) => scene.open(`192.0.2.${n}`));
  assertEquals(await scene.post("192.0.2.77", 1), 429);
  assertEquals(await scene.post("198.51.100.1", 1), 200);
  for (const { end } of slow) end();
  assertEquals(await Promise.all(slow.map(({ status }) => status)), [200, 200]);
  assertEquals(await scene.post("192.0.2.77", 1), 200);
});

Deno.test("app: one key gets half of the concurrent requests, for any number of clients", async () => {
  await using scene = await openScene({ pending: 6, pendingPerClient: 2 });
  const slow = Array.from({ length: 6 }, (_, n) => scene.open(`198.51.${n}.1`));
  assertEquals(await Promise.all(slow.slice(3).map(({ status }) => status)), [429, 429, 429]);
  assertEquals(await scene.postOther("192.0.2.1"), 200);
  assertEquals(await scene.post("192.0.2.1", 1), 429);
  for (const { end } of slow) end();
  assertEquals(await Promise.all(slow.slice(0, 3).map(({ status }) => status)), [200, 200, 200]);
  // Rejected requests do not count either.
  for (let n = 0; n < 6; n++) assertEquals(await scene.post("192.0.2.1", 1), 200);
});

Deno.test("app: answers have the quotas of client, network and key, and 429 the time to wait", async () => {
  await using scene = await openScene({
    client: { requests: 2, seconds: 1_000 },
    key: { requests: 8, seconds: 2_000 },
  });
  const policy = '"client";q=2;w=1000, "network";q=2;w=2000, "key";q=8;w=2000';
  const { ask } = scene;
  assertEquals(await ask("192.0.2.1"), [
    200,
    policy,
    '"client";r=1;t=1000, "network";r=1;t=2000, "key";r=7;t=2000',
    null,
  ]);
  const [status, , left] = await ask("192.0.2.1");
  const expected = /^"client";r=0;t=\d+, "network";r=0;t=\d+, "key";r=6;t=\d+$/;
  assertEquals([status, expected.test(String(left))], [200, true]);
  const [refused, itsPolicy, itsLeft, wait] = await ask("192.0.2.1");
  assertEquals([refused, itsPolicy], [429, '"client";q=2;w=1000']);
  assertEquals(itsLeft, `"client";r=0;t=${wait}`);
  assertEquals(Number(wait) > 900 && Number(wait) <= 1_000, true);
  // Rejected requests of a client do not count for its network, and rejected requests of a network
  // do not count for its key.
  assertEquals((await ask("192.0.2.2")).slice(0, 2), [
    429,
    '"client";q=2;w=1000, "network";q=2;w=2000',
  ]);
  for (const [client, code] of [...[1, 1, 2, 2, 3, 3].map((n) => [n, 200]), [4, 429]] as const) {
    const [status, , left, wait] = await ask(`198.51.${client}.1`);
    assertEquals([status, wait !== null, String(left).includes(`t=${wait}`)], [
      code,
      code === 429,
      code === 429,
    ]);
  }
});

Deno.test("app: a batch counts as its number of requests, for its client and its key", async () => {
  const limits = { pending: 1_000, pendingPerClient: 40, pendingPerKey: 100 };
  await using scene = await openSlow(limits, "sk");
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

/** A service with a node that answers `eth_getProof` when the test allows it. */
async function openSlow(limits: Partial<HttpLimits> = {}, kind: "pk" | "sk" = "pk") {
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
  const apiKey = await createTestKey(service.store, kind);
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

Deno.test("app: a body interrupted by a stop gets the error of a stopping service", async () => {
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

Deno.test("app: a service without a faucet neither has nor names its method", async () => {
  const given: string[] = [];
  for (const hasFaucet of [false, true]) {
    const service = await createService({
      host: "localhost:1",
      database: ":memory:",
      chains: [],
      ...(hasFaucet && {
        faucet: { chainId: 31337, give: (account) => Promise.resolve(void given.push(account)) },
      }),
    });
    const apiKey = await createTestKey(service.store);
    const ask = async (path: string, init?: RequestInit) => {
      const response = await service.fetch(
        new Request(`http://localhost:1${path}`, init),
        "1.1.1.1",
      );
      return await response.json();
    };
    const call = (params: unknown) =>
      ask("/v1/rpc", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          [API_KEY_HEADER]: apiKey,
          origin: "http://localhost:5173",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "acct_getTestMoney", params }),
      });
    const account = `0x${"a1".repeat(20)}`;
    const { faucet } = await ask("/.well-known/acct-configuration");
    const { result, error } = await call([account]);
    assertEquals(
      [faucet, result, error?.data.cause],
      hasFaucet ? ["0x7a69", true, undefined] : [undefined, undefined, "method_not_found"],
    );
    if (hasFaucet) assertEquals((await call(["0x12"])).error.data.cause, "invalid_params");
    await service.stop();
  }
  assertEquals(given.length, 1);
});
