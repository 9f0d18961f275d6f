import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../core/protocol/errors.ts";
import { type BodyBounds, BodyError, type BodyRoom, measureDepth, readJson } from "./body.ts";

const bounds: BodyBounds = { size: 1_000, time: 100, depth: 5 };
const room = (): BodyRoom => ({ left: 10_000 });
const request = (body: BodyInit) => new Request("http://x/", { method: "POST", body });

Deno.test("body: JSON within bounds", async () => {
  assertEquals(await readJson(request('{"a":[1,"[[[[[[["]}'), bounds, room()), {
    a: [1, "[[[[[[["],
  });
});

Deno.test("body: too large is refused, whether it says its size or not", async () => {
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

Deno.test("body: too slow is refused", async () => {
  const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
  assertEquals(
    (await assertRejects(() => readJson(request(silent), bounds, room()), BodyError)).status,
    408,
  );
});

Deno.test("body: all bodies together are bounded, and the room is given back", async () => {
  const shared: BodyRoom = { left: 1_500 };
  const body = `[${" ".repeat(900)}]`;
  const results = await Promise.allSettled(
    [1, 2, 3].map(() => readJson(request(body), bounds, shared)),
  );
  const refused = results.filter((each) => each.status === "rejected");
  assertEquals(refused.map((each) => each.reason.status), refused.map(() => 503));
  assertEquals(shared.left, 1_500);
  assertEquals(await readJson(request(body), bounds, shared), []);
});

Deno.test("body: what is no JSON, and what nests too deep", async () => {
  for (const [text, cause] of [["{", "parse_error"], ["", "parse_error"]] as const) {
    const error = await assertRejects(() => readJson(request(text), bounds, room()), AcctError);
    assertEquals(error.data.cause, cause);
  }
  const deep = "[".repeat(6) + "]".repeat(6);
  const error = await assertRejects(() => readJson(request(deep), bounds, room()), AcctError);
  assertEquals(error.data.cause, "invalid_request");
});

Deno.test("body: depth counts brackets, not text, and stops early", () => {
  assertEquals(measureDepth("[[{}]]", 10), 3);
  assertEquals(measureDepth('["\\"[[["]', 10), 1);
  assertEquals(measureDepth("[".repeat(1_000_000), 5), 6);
});
