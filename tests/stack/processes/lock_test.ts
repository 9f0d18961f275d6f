import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { spawnService } from "../support/spawn.ts";

Deno.test("lock: a SQLite file has one service, and the next one after it was killed", async () => {
  const folder = await Deno.makeTempDir();
  const database = join(folder, "service.sqlite");
  const config = join(folder, "service.json");
  const url = "http://127.0.0.1:1";
  const chain = { id: 1, name: "Test", testnet: true, rpcUrl: url, bundlerUrl: url };
  await Deno.writeTextFile(
    config,
    JSON.stringify({
      host: "localhost:1",
      port: 0,
      database,
      log: "error",
      chains: [{ ...chain, transfers: "off" }],
    }),
  );
  const first = await spawnService(config);
  const error = await assertRejects(() => spawnService(config), Error, "Another service runs");
  assertStringIncludes(error.message, database);
  await first.end("SIGKILL");
  const next = await spawnService(config);
  assertEquals(await next.end("SIGTERM"), 0, next.output());
  await Deno.remove(folder, { recursive: true });
});
