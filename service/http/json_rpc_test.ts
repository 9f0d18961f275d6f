import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../core/ground/errors.ts";
import { answerJsonRpc, MAX_BATCH } from "./json_rpc.ts";

const echo = (method: string, params: unknown) => Promise.resolve({ method, params });

Deno.test("json-rpc: a single request, several, and notifications", async () => {
  const one = { jsonrpc: "2.0", id: 7, method: "a", params: [1] };
  assertEquals(await answerJsonRpc(one, echo), {
    jsonrpc: "2.0",
    id: 7,
    result: { method: "a", params: [1] },
  });
  const several = await answerJsonRpc([one, { ...one, id: "x" }], echo);
  assertEquals(Array.isArray(several) && several.map((reply) => reply.id), [7, "x"]);
  assertEquals(await answerJsonRpc({ jsonrpc: "2.0", method: "a" }, echo), null);
  assertEquals(await answerJsonRpc([{ jsonrpc: "2.0", method: "a" }], echo), null);
});

Deno.test("json-rpc: an invalid request gets its own error, and does not affect the others", async () => {
  const odd = [null, 1, "x", [], {}, { jsonrpc: "1.0", id: 1, method: "a" }, {
    jsonrpc: "2.0",
    id: {},
    method: "a",
  }, { jsonrpc: "2.0", id: 1, method: "a", params: 3 }];
  const replies = await answerJsonRpc([...odd, { jsonrpc: "2.0", id: 1, method: "a" }], echo);
  const codes = (replies as { error?: { code: number } }[]).map((reply) => reply.error?.code);
  assertEquals(codes, [...odd.map(() => -32600), undefined]);
});

Deno.test("json-rpc: an empty batch and a batch of ten thousand are rejected completely", async () => {
  for (const size of [0, MAX_BATCH + 1, 10_000]) {
    let answered = 0;
    const batch = Array.from({ length: size }, () => ({ jsonrpc: "2.0", id: 1, method: "a" }));
    const error = await assertRejects(
      () => answerJsonRpc(batch, () => Promise.resolve(answered++)),
      AcctError,
    );
    assertEquals([error.code, answered], [-32600, 0]);
  }
});
