import { assertEquals } from "@std/assert";
import { API_KEY_HEADER } from "../../core/protocol/service/mod.ts";
import { until } from "../../scripts/stack/patience.ts";
import { findKey, revokeKey } from "../keys/keys.ts";
import { createService } from "./service.ts";
import { chainAt, createTestKey } from "../testing/small_service.ts";

/** A service with two chains. The second chain's node answers only when the test releases it. */
async function openScene() {
  const scope = new AsyncDisposableStack();
  const held = Promise.withResolvers<void>();
  let asked = 0;
  const nodeOf = (before: () => Promise<void> | void) =>
    scope.use(
      Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
        const { id } = await request.json();
        await before();
        return Response.json({ jsonrpc: "2.0", id, result: "0x1" });
      }),
    );
  const well = nodeOf(() => {});
  const slow = nodeOf(() => {
    asked++;
    return held.promise;
  });
  const at = ({ addr }: typeof well, id: number) => ({
    ...chainAt(`http://127.0.0.1:${addr.port}`),
    id,
    timeout: 60_000,
  });
  const service = await createService({
    host: "localhost:1",
    database: ":memory:",
    log() {},
    chains: [at(well, 1), at(slow, 2)],
  });
  scope.defer(() => service.stop());
  scope.defer(() => held.resolve());
  const apiKey = await createTestKey(service.store);
  const { id } = await findKey(service.store, apiKey);
  return {
    service,
    apiKey,
    id,
    asked: () => asked,
    answer: held.resolve,
    async post(path: string, body: BodyInit, key = apiKey) {
      const request = new Request(`http://localhost:1/v1/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", [API_KEY_HEADER]: key },
        body,
      });
      return await (await service.fetch(request, "192.0.2.1")).json();
    },
    [Symbol.asyncDispose]: () => scope.disposeAsync(),
  };
}

const text = (method: string, params: unknown) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

Deno.test("waiting: a chain that hangs does not block a key's other chains", async () => {
  await using scene = await openScene();
  const { post, asked } = scene;
  const proof = text("eth_getProof", [`0x${"ab".repeat(20)}`, [], "latest"]);
  const hang = Array.from({ length: 40 }, () => post("rpc/2", proof));
  await until("the chain hangs", () => asked() > 0);
  for (let n = 0; n < 10; n++) {
    assertEquals((await post("rpc/1", proof)).result, "0x1");
  }
  // No request waited for them.
  const ended = await Promise.race([Promise.any(hang), Promise.resolve("none")]);
  assertEquals(ended, "none");
  scene.answer();
  await Promise.all(hang);
});

Deno.test("waiting: a request is rejected if its key was revoked before its body arrived", async () => {
  await using scene = await openScene();
  const { service, id } = scene;
  const rest = Promise.withResolvers<void>();
  let isRead = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      isRead = true;
      await rest.promise;
      controller.enqueue(new TextEncoder().encode(text("wallet_getCapabilities", [])));
      controller.close();
    },
  }, { highWaterMark: 0 });
  const reply = scene.post("rpc", body);
  await until("its head was accepted", () => isRead);
  await new Promise((resolve) => setTimeout(resolve, 10));
  await revokeKey(service.store, id);
  rest.resolve();
  assertEquals((await reply).error.data.cause, "key_invalid");
});
