import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../core/errors.ts";
import { type BodyBounds, BodyError, depthOf, readJson } from "./body.ts";

const bounds: BodyBounds = { size: 1_000, time: 100, depth: 5 };
const request = (body: BodyInit) => new Request("http://x/", { method: "POST", body });

Deno.test("body: JSON within bounds", async () => {
  assertEquals(await readJson(request('{"a":[1,"[[[[[[["]}'), bounds), { a: [1, "[[[[[[["] });
});

Deno.test("body: too large is refused, whether it says its size or not", async () => {
  const big = "x".repeat(2_000);
  assertEquals((await assertRejects(() => readJson(request(big), bounds), BodyError)).status, 413);
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(500));
    },
  });
  const error = await assertRejects(() => readJson(request(endless), bounds), BodyError);
  assertEquals([error.status, pulled < 10], [413, true]);
});

Deno.test("body: too slow is refused", async () => {
  const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
  assertEquals(
    (await assertRejects(() => readJson(request(silent), bounds), BodyError)).status,
    408,
  );
});

Deno.test("body: what is no JSON, and what nests too deep", async () => {
  for (const [text, cause] of [["{", "parse_error"], ["", "parse_error"]] as const) {
    const error = await assertRejects(() => readJson(request(text), bounds), AcctError);
    assertEquals(error.data.cause, cause);
  }
  const deep = "[".repeat(6) + "]".repeat(6);
  const error = await assertRejects(() => readJson(request(deep), bounds), AcctError);
  assertEquals(error.data.cause, "invalid_request");
});

Deno.test("body: depth counts brackets, not text, and stops early", () => {
  assertEquals(depthOf("[[{}]]", 10), 3);
  assertEquals(depthOf('["\\"[[["]', 10), 1);
  assertEquals(depthOf("[".repeat(1_000_000), 5), 6);
});
