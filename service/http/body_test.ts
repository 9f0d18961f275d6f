import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../core/ground/errors.ts";
import { type BodyBounds, BodyError, measureShape, readJson } from "./body.ts";
import { createMemory } from "./memory.ts";

const bounds: BodyBounds = { size: 1_000, time: 100, depth: 5 };
const room = () => createMemory(10_000, 10_000).open("192.0.2.1");
const request = (body: BodyInit) => new Request("http://x/", { method: "POST", body });
/** A body with the size that it has, or another. */
const announced = (body: BodyInit, size: number) =>
  new Request("http://x/", { method: "POST", body, headers: { "content-length": `${size}` } });

Deno.test("body: JSON within bounds", async () => {
  assertEquals(await readJson(request('{"a":[1,"[[[[[[["]}'), bounds, room()), {
    a: [1, "[[[[[[["],
  });
});

Deno.test("body: a too large one is rejected, with and without a content length", async () => {
  const big = "x".repeat(2_000);
  assertEquals(
    (await assertRejects(() => readJson(request(big), bounds, room()), BodyError)).status,
    413,
  );
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(500));
    },
  });
  const error = await assertRejects(() => readJson(request(endless), bounds, room()), BodyError);
  assertEquals([error.status, pulled < 10], [413, true]);
});

Deno.test("body: a slow one is rejected", async () => {
  const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
  assertEquals(
    (await assertRejects(() => readJson(request(silent), bounds, room()), BodyError)).status,
    408,
  );
});

Deno.test("body: one with a content length is read like any other, for any bytes", async () => {
  const read = (request: Request) =>
    readJson(request, bounds, room()).catch((error) => `${error.name}: ${error.message}`);
  const utf8 = (text: string) => [...new TextEncoder().encode(text)];
  const texts: readonly (readonly number[])[] = [
    utf8('["ä€😀"]'),
    // A byte order mark, once and twice.
    [0xef, 0xbb, 0xbf, ...utf8("[2]")],
    [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, ...utf8("[2]")],
    // Invalid UTF-8: a lone byte, an overlong form, half of a surrogate pair, a missing end.
    [...utf8('["'), 0xff, ...utf8('"]')],
    [...utf8('["'), 0xc0, 0xaf, ...utf8('"]')],
    [...utf8('["'), 0xed, 0xa0, 0x80, ...utf8('"]')],
    [...utf8('["'), 0xe2, 0x82],
    [0xff, 0xfe, 0x5b, 0x00],
    utf8('["\0"]'),
    utf8("{"),
    utf8(" "),
    utf8("[[[[[[1]]]]]]"),
  ];
  for (const text of texts) {
    const bytes = new Uint8Array(text);
    assertEquals(await read(announced(bytes, bytes.length)), await read(request(bytes)));
  }
});

Deno.test("body: only a plain number is accepted as its content length", async () => {
  const endless = () =>
    new ReadableStream<Uint8Array>({ pull: (to) => to.enqueue(new Uint8Array(500)) });
  const refused = async (headers: HeadersInit) => {
    const endlessly = new Request("http://x/", { method: "POST", body: endless(), headers });
    return (await assertRejects(() => readJson(endlessly, bounds, room()), BodyError)).status;
  };
  for (const text of ["0", "-3", "3, 3", "3.0", "0x3", "1e1", "three", ""]) {
    assertEquals(await refused({ "content-length": text }), 413, text);
  }
  assertEquals(await refused({ "content-length": "3", "transfer-encoding": "chunked" }), 413);
  assertEquals(await refused({ "content-length": "1001" }), 413);
});

Deno.test("body: one with a content length that hangs, is cut off, or exceeds the memory", async () => {
  const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
  const cut = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error("connection reset")),
  });
  const full = createMemory(10_000, 10_000).open("192.0.2.1");
  full.take(9_998);
  const rows = [
    [silent, room(), 408, "The body came too slowly."],
    [cut, room(), 400, "The body was cut off."],
    ["[1]", full, 503, "The service is busy."],
  ] as const;
  for (const [body, held, status, message] of rows) {
    const error = await assertRejects(() => readJson(announced(body, 3), bounds, held), BodyError);
    assertEquals([error.status, error.message], [status, message]);
  }
});

Deno.test("body: all bodies together are bounded, and their memory is released", async () => {
  const shared = createMemory(1_500, 1_500);
  const body = `[${" ".repeat(900)}]`;
  const requests = [1, 2, 3].map(() => shared.open("192.0.2.1"));
  const results = await Promise.allSettled(
    requests.map((held) => readJson(request(body), bounds, held)),
  );
  const refused = results.filter((each) => each.status === "rejected");
  assertEquals(refused.map((each) => each.reason.status), [503, 503]);
  // Until the requests are answered.
  const held = shared.open("192.0.2.1");
  assertEquals(held.take(1_500), false);
  for (const each of requests) each[Symbol.dispose]();
  assertEquals(held.take(1_500), true);
});

Deno.test("body: one client or network block leaves memory for the others", () => {
  const shared = createMemory(1_000, 200);
  const take = (client: string, size: number) => shared.open(client).take(size);
  assertEquals([take("192.0.2.1", 150), take("192.0.2.1", 51)], [true, false]);
  assertEquals([take("192.0.2.2", 200), take("192.0.2.3", 150), take("192.0.2.4", 1)], [
    true,
    true,
    false,
  ]);
  assertEquals(take("198.51.100.1", 200), true);
});

Deno.test("body: a cut off body is the client's fault", async () => {
  const cut = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("{"));
    },
    pull: (controller) => controller.error(new Error("connection reset")),
  });
  const error = await assertRejects(() => readJson(request(cut), bounds, room()), BodyError);
  assertEquals([error.status, error.message], [400, "The body was cut off."]);
});

Deno.test("body: invalid JSON, and JSON with too deep nesting", async () => {
  for (const [text, cause] of [["{", "parse_error"], ["", "parse_error"]] as const) {
    const error = await assertRejects(() => readJson(request(text), bounds, room()), AcctError);
    assertEquals(error.data.cause, cause);
  }
  const deep = "[".repeat(6) + "]".repeat(6);
  const error = await assertRejects(() => readJson(request(deep), bounds, room()), AcctError);
  assertEquals(error.data.cause, "invalid_request");
});

Deno.test("body: more lists and objects than a request needs are rejected before parsing", async () => {
  const wide = { ...bounds, size: 1_000_000 };
  const read = (text: string) => readJson(request(text), wide, createMemory(1e9, 1e9).open("a"));
  const lists = (count: number, each: string) => `[${Array(count - 1).fill(each).join()}]`;
  assertEquals((await read(lists(20_000, "{}")) as unknown[]).length, 19_999);
  // Brackets within strings do not count.
  assertEquals((await read(lists(30_001, '"[{"')) as unknown[]).length, 30_000);
  for (const each of ["{}", "[]", "[[]]", '{"a":[]}']) {
    const error = await assertRejects(() => read(lists(20_001, each)), AcctError);
    assertEquals(error.data.cause, "invalid_request");
    assertEquals(error.message.includes("20000 lists and objects"), true, error.message);
  }
});

Deno.test("body: depth counts brackets, not text, and stops early", () => {
  const limits = { depth: 10, lists: 100 };
  assertEquals(measureShape("[[{}]]", limits), { depth: 3, lists: 3 });
  assertEquals(measureShape("[[],{}]", limits), { depth: 2, lists: 3 });
  assertEquals(measureShape('["\\"[[["]', limits), { depth: 1, lists: 1 });
  assertEquals(measureShape("[".repeat(1_000_000), { depth: 5, lists: 100 }).depth, 6);
  assertEquals(measureShape("[]".repeat(1_000_000), limits).lists, 101);
});
