import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { API_KEY_HEADER } from "../../core/protocol/service/mod.ts";
import { createKey, ensureProject } from "../../service/keys/keys.ts";
import { openStore } from "../../service/store/store.ts";
import { spawnService } from "./spawn.ts";

Deno.test("shutdown: a client that reads nothing does not keep the process", async () => {
  const folder = await Deno.makeTempDir();
  await using node = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (r) => {
    const { id, method } = await r.json();
    const result = method === "eth_call" ? `0x${"00".repeat(4_000_000)}` : "0x1";
    return Response.json({ jsonrpc: "2.0", id, result });
  });
  const database = join(folder, "service.sqlite");
  const store = await openStore(database);
  await ensureProject(store, "p", "Project");
  const apiKey = await createKey(store, {
    projectId: "p",
    kind: "pk",
    environment: "test",
    host: "localhost:1",
    domains: [],
    policy: null,
  });
  await store.destroy();
  const rpcUrl = `http://127.0.0.1:${node.addr.port}`;
  const config = join(folder, "service.json");
  await Deno.writeTextFile(
    config,
    JSON.stringify({
      host: "localhost:1",
      port: 0,
      database,
      chains: [{
        id: 1,
        name: "Test",
        testnet: true,
        rpcUrl,
        bundlerUrl: rpcUrl,
        transfers: "off",
      }],
    }),
  );
  const service = await spawnService(config);
  const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_call", params: [{}] });
  using connection = await Deno.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(service.url).port),
  });
  const text = `POST /v1/rpc/1 HTTP/1.1\r\nhost: localhost\r\n${API_KEY_HEADER}: ${apiKey}\r\n` +
    `content-length: ${call.length}\r\n\r\n${call}`;
  await connection.write(new TextEncoder().encode(text));
  // The answer has begun, and stays unread.
  const status = new Uint8Array(12);
  await connection.read(status);
  assertEquals(new TextDecoder().decode(status), "HTTP/1.1 200");
  assertEquals(await service.end("SIGTERM"), 0, service.output());
  await Deno.remove(folder, { recursive: true });
});
