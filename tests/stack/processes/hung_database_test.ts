/** A PostgreSQL that hangs is reported long before its statements time out, and leaves no trace. */
import { assert, assertEquals } from "@std/assert";
import { API_KEY_HEADER } from "../../../core/protocol/service/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { createService } from "../../../service/mod.ts";
import { createTestKey } from "../../../service/testing/small_service.ts";
import { testServer } from "../support/postgres.ts";

/** Far above the two seconds in which it is reported, and far below the eleven of a statement. */
const SOON_MS = 7_000;

Deno.test("hung database: it is reported soon, and all connections are available afterwards", async () => {
  await using server = await testServer("hung database");
  if (server === null) return;
  await using scope = new AsyncDisposableStack();
  const service = await createService({
    host: "localhost:1",
    database: server.url,
    chains: [],
    log() {},
  });
  scope.defer(() => service.stop());
  const keys = await Promise.all(Array.from({ length: 12 }, () => createTestKey(service.store)));
  const ready = async () => {
    const response = await service.fetch(new Request("http://localhost:1/ready"), "192.0.2.1");
    return [response.status, await response.json()];
  };
  const ask = async (key: string): Promise<string> => {
    const response = await service.fetch(
      new Request("http://localhost:1/v1/rpc", {
        method: "POST",
        headers: { "content-type": "application/json", [API_KEY_HEADER]: key },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "acct_none", params: [] }),
      }),
      "192.0.2.1",
    );
    return (await response.json()).error.data.cause;
  };
  assertEquals(await ready(), [200, { ok: true, database: true }]);
  // A check of the database is reused for a moment.
  await new Promise((resolve) => setTimeout(resolve, 400));
  {
    using _hung = await server.hang();
    for (let round = 0; round < 2; round++) {
      const begun = performance.now();
      const [states, causes] = await Promise.all([
        Promise.all(Array.from({ length: 20 }, ready)),
        Promise.all(keys.map(ask)),
      ]);
      const took = performance.now() - begun;
      for (const state of states) assertEquals(state, [503, { ok: false, database: false }]);
      assertEquals(new Set(causes), new Set(["storage_down"]));
      assert(took < SOON_MS, `${took} ms`);
    }
  }
  await until("it is ready", async () => (await ready())[0] === 200);
  assertEquals(new Set(await Promise.all(keys.map(ask))), new Set(["method_not_found"]));
});
