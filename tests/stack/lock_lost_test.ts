import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { spawnService } from "./spawn.ts";

/** Writes a service's configuration for a database. */
async function configFor(folder: string, database: string): Promise<string> {
  const config = join(folder, `${crypto.randomUUID()}.json`);
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
  return config;
}

Deno.test("lock: removing its file lets no second service in", async () => {
  const folder = await Deno.makeTempDir();
  const database = join(folder, "service.sqlite");
  const config = await configFor(folder, database);
  const first = await spawnService(config);
  await Deno.remove(`${database}.lock`);
  await assertRejects(() => spawnService(config), Error, "Another service runs");
  assertEquals(await first.end("SIGTERM"), 0, first.output());
  const next = await spawnService(config);
  assertEquals(await next.end("SIGTERM"), 0, next.output());
  await Deno.remove(folder, { recursive: true });
});

Deno.test("lock: a service ends, and says so, once another has the lock's new file", async () => {
  const folder = await Deno.makeTempDir();
  const database = join(folder, "service.sqlite");
  const service = await spawnService(await configFor(folder, database));
  // Another service would look whether the first takes the new file.
  await Deno.writeTextFile(join(folder, "other.lock"), "1\n");
  const other = await Deno.open(join(folder, "other.lock"), { write: true });
  await other.lock(true);
  await Deno.rename(join(folder, "other.lock"), `${database}.lock`);
  assertEquals(await service.ended(), 1);
  assertStringIncludes(service.output(), '"event":"lock_lost"');
  assertStringIncludes(service.output(), database);
  other.close();
  await Deno.remove(folder, { recursive: true });
});
