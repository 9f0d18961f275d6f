import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { freePort } from "../../../scripts/stack/anvil.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { spawnService } from "../support/spawn.ts";

/** Lines of the log that report an event. */
function linesOf(output: string, event: string): Record<string, string>[] {
  return output.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line))
    .filter((line) => line.event === event);
}

/** A configuration file with ports that are not available. */
async function configFile(changes: object = {}) {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "service.json");
  const chain = {
    id: 1,
    name: "Test",
    rpcUrl: "http://127.0.0.1:1",
    bundlerUrl: "http://127.0.0.1:1",
  };
  const config = {
    host: "localhost:1",
    port: 1,
    database: ":memory:",
    chains: [chain],
    ...changes,
  };
  await Deno.writeTextFile(path, JSON.stringify(config));
  return { path, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
}

Deno.test("ports: two processes run from one file, by options and by environment", async () => {
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = taken.addr as Deno.NetAddr;
  await using file = await configFile({ port, admin: { port } });
  const ports = [await freePort(0), await freePort(0), await freePort(0), await freePort(0)];
  const [first, firstAdmin, second, secondAdmin] = ports.map(String);
  const services = [
    await spawnService(file.path, { args: ["--port", first!, "--admin-port", firstAdmin!] }),
    await spawnService(file.path, {
      env: { ACCT_PORT: second!, ACCT_ADMIN_PORT: secondAdmin! },
    }),
  ];
  try {
    const urls = await Promise.all(services.map(async (each) => [each.url, await each.adminUrl()]));
    assertEquals(urls.flat(), ports.map((each) => `http://127.0.0.1:${each}`));
    for (const url of urls.flat()) {
      const response = await fetch(`${url}/ready`);
      assertEquals(response.status, 200);
      await response.body?.cancel();
    }
  } finally {
    for (const each of services) assertEquals(await each.end("SIGTERM"), 0);
  }
});

Deno.test("proxies: an untrusted proxy is reported once, a trusted one never", async (t) => {
  const rows = [
    { trustProxy: [], trusted: "no", warnings: 1 },
    { trustProxy: ["192.0.2.0/24"], trusted: "192.0.2.0/24", warnings: 1 },
    { trustProxy: ["127.0.0.0/8"], trusted: "127.0.0.0/8", warnings: 0 },
  ];
  for (const { trustProxy, trusted, warnings } of rows) {
    await t.step(`trustProxy ${JSON.stringify(trustProxy)}`, async () => {
      await using file = await configFile({ trustProxy });
      const service = await spawnService(file.path, { args: ["--port", "0"] });
      try {
        for (const header of ["x-forwarded-for", "forwarded", "x-forwarded-for"]) {
          const response = await fetch(`${service.url}/health`, {
            headers: { [header]: "198.51.100.1" },
          });
          await response.body?.cancel();
        }
        await until("the start is logged", () => linesOf(service.output(), "proxies").length > 0);
      } finally {
        assertEquals(await service.end("SIGTERM"), 0);
      }
      const [start] = linesOf(service.output(), "proxies");
      assertStringIncludes(start!.message!, trustProxy.length > 0 ? trusted : "not trusted");
      const warned = linesOf(service.output(), "proxy_not_trusted");
      assertEquals(warned.length, warnings);
      for (const { level, address, message } of warned) {
        assertEquals([level, address], ["warn", "127.0.0.1"]);
        assert(message!.includes("count as one client"), message);
      }
      assertEquals(service.output().includes("198.51.100.1"), false, "a client's address");
    });
  }
});
