import { assertEquals } from "@std/assert";
import { API_KEY_HEADER, ORIGIN_HEADER } from "../../core/protocol/service/mod.ts";
import { MAX_LINK_MESSAGE_LENGTH } from "../../core/protocol/service/link.ts";
import { createService } from "../main/service.ts";
import { createTestKey } from "../testing/small_service.ts";

const id = "i".repeat(22);
const session = "s".repeat(22);
const [app, wallet] = ["a".repeat(22), "w".repeat(22)] as const;

async function openScene(requests = 20) {
  const links = { requests, seconds: 600 };
  const service = await createService({
    host: "localhost:1",
    database: ":memory:",
    chains: [],
    limits: { links },
  });
  const apiKey = await createTestKey(service.store);
  const post = async (
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
    client = "192.0.2.1",
  ) => {
    const response = await service.fetch(
      new Request(`http://localhost:1/v1/link/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", [API_KEY_HEADER]: apiKey, ...headers },
        body: JSON.stringify(body),
      }),
      client,
    );
    const { error, ...result } = await response.json();
    return {
      status: response.status,
      cause: error?.data?.cause,
      field: error?.data?.field,
      result,
    };
  };
  return { service, post, [Symbol.asyncDispose]: () => service.stop() };
}

Deno.test("links: the mailbox records the origin of the creating request, and none for a program", async () => {
  const keys = "http://keys.localhost:1";
  const cases: [Record<string, string>, string | null][] = [
    [{ origin: "http://shop.localhost:2" }, "http://shop.localhost:2"],
    [{}, null],
    // The wallet host acts for the page whose origin the browser reported to it.
    [{ origin: keys, [ORIGIN_HEADER]: "http://shop.localhost:2" }, "http://shop.localhost:2"],
    [{ origin: keys }, null],
    [{ [ORIGIN_HEADER]: "http://shop.localhost:2" }, null],
  ];
  for (const [headers, expected] of cases) {
    await using scene = await openScene();
    await scene.post(id, { session, token: app, message: "i.a" }, headers);
    const { result } = await scene.post(`${id}/open`, { token: wallet, message: "i.w" });
    assertEquals([headers, result.origin], [headers, expected]);
  }
  await using scene = await openScene();
  const origin = "https://elsewhere.example";
  const { status, cause } = await scene.post(id, { session, token: app, message: "i.a" }, {
    origin,
  });
  assertEquals([status, cause], [403, "origin_not_allowed"]);
});

Deno.test("links: malformed requests are rejected with the field and store no mailbox", async () => {
  await using scene = await openScene();
  const long = "m".repeat(MAX_LINK_MESSAGE_LENGTH + 1);
  const cases: [path: string, body: unknown, field: string][] = [
    ["short", { session, token: app, message: "i.a" }, "id"],
    [id, { session, token: "short", message: "i.a" }, "body.token"],
    [id, { session, token: app, message: "<b>" }, "body.message"],
    [id, { session, token: app, message: long }, "body.message"],
    [id, { session, token: app, message: "i.a", opener: app }, "body.opener"],
    [`${id}/send`, { session, token: app, message: "i.a" }, "body.place"],
    [`${id}/receive`, { session, token: app, after: -1 }, "body.after"],
  ];
  for (const [path, body, expected] of cases) {
    const { status, cause, field } = await scene.post(path, body);
    assertEquals([expected, status, cause, field], [expected, 400, "invalid_params", expected]);
  }
  const { status } = await scene.post(id, { session, token: app, message: long.repeat(2) });
  assertEquals(status, 413);
  assertEquals((await scene.post(`${id}/unknown`, {})).status, 404);
  assertEquals(await scene.service.store.selectFrom("links").selectAll().execute(), []);
});

Deno.test("links: a client creates a limited number of links", async () => {
  await using scene = await openScene(3);
  const create = async (index: number, client?: string) => {
    const name = String(index).padStart(22, "i");
    return (await scene.post(name, { session, token: app, message: "i.a" }, {}, client)).status;
  };
  assertEquals(await Promise.all([1, 2, 3, 4].map((index) => create(index))), [200, 200, 200, 429]);
  assertEquals(await create(5, "192.0.2.2"), 200);
});

Deno.test("links: a waiting request returns with the next message", async () => {
  await using scene = await openScene();
  await scene.post(id, { session, token: app, message: "i.a" });
  await scene.post(`${id}/open`, { token: wallet, message: "i.w" });
  const waiting = scene.post(`${id}/receive`, { session, token: wallet, after: 1, wait: true });
  await new Promise((done) => setTimeout(done, 300));
  await scene.post(`${id}/send`, { session, token: app, place: 1, message: "m.1" });
  assertEquals((await waiting).result, { state: "open", messages: ["m.1"] });
  const ending = scene.post(`${id}/receive`, { session, token: wallet, after: 2, wait: true });
  await scene.post(`${id}/end`, { session, token: app });
  assertEquals((await ending).result, { state: "ended", messages: [] });
});

Deno.test("links: shutdown does not wait for waiting requests", async () => {
  const scene = await openScene();
  await scene.post(id, { session, token: app, message: "i.a" });
  const waiting = scene.post(`${id}/receive`, { session, token: app, after: 0, wait: true });
  await new Promise((done) => setTimeout(done, 100));
  const begin = performance.now();
  await scene[Symbol.asyncDispose]();
  await waiting;
  assertEquals(performance.now() - begin < 3_000, true);
});
