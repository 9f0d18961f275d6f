import { assertEquals } from "@std/assert";
import { API_KEY_HEADER } from "../core/protocol/service/mod.ts";
import type { HttpLimits } from "./app.ts";
import { createKey, ensureProject } from "./keys/keys.ts";
import { createService } from "./service.ts";

/** A service without chains, and a client's batches of unknown methods. */
async function openScene(limits: Partial<HttpLimits>) {
  const service = await createService({
    host: "localhost:1",
    database: ":memory:",
    chains: [],
    limits,
  });
  await ensureProject(service.store, "p", "Project");
  const apiKey = await createKey(service.store, {
    projectId: "p",
    kind: "pk",
    environment: "test",
    host: "localhost:1",
    domains: ["localhost"],
    policy: null,
  });
  return {
    async post(client: string, size: number): Promise<number> {
      const one = { jsonrpc: "2.0", id: 1, method: "unknown", params: [] };
      const request = new Request("http://localhost:1/v1/rpc", {
        method: "POST",
        headers: { "content-type": "application/json", [API_KEY_HEADER]: apiKey },
        body: JSON.stringify(Array.from({ length: size }, () => one)),
      });
      const response = await service.fetch(request, client);
      await response.body?.cancel();
      return response.status;
    },
    [Symbol.asyncDispose]: () => service.stop(),
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
