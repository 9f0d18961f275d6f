import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { toHex } from "viem";
import { accountOf } from "../../../core/account/address.ts";
import { API_KEY_HEADER } from "../../../core/protocol/service/mod.ts";
import { createKey, ensureProject } from "../../../service/keys/keys.ts";
import { openStore } from "../../../service/store/store.ts";
import { spawnService } from "../support/spawn.ts";

/** A database with a key, and the configuration of a service that uses it. */
async function openScene(rpcUrl: string) {
  const folder = await Deno.makeTempDir();
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
  return {
    config,
    database,
    apiKey,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

Deno.test("shutdown: a client that reads nothing does not delay the exit", async () => {
  await using node = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (r) => {
    const { id, method } = await r.json();
    const result = method === "eth_call" ? `0x${"00".repeat(4_000_000)}` : "0x1";
    return Response.json({ jsonrpc: "2.0", id, result });
  });
  await using scene = await openScene(`http://127.0.0.1:${node.addr.port}`);
  const service = await spawnService(scene.config);
  const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_call", params: [{}] });
  using connection = await Deno.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(service.url).port),
  });
  const text =
    `POST /v1/rpc/1 HTTP/1.1\r\nhost: localhost\r\n${API_KEY_HEADER}: ${scene.apiKey}\r\n` +
    `content-length: ${call.length}\r\n\r\n${call}`;
  await connection.write(new TextEncoder().encode(text));
  // The answer has started, and stays unread.
  const status = new Uint8Array(12);
  await connection.read(status);
  assertEquals(new TextDecoder().decode(status), "HTTP/1.1 200");
  assertEquals(await service.end("SIGTERM"), 0, service.output());
});

Deno.test("shutdown: a file locked by another process does not delay it for long", async () => {
  await using scene = await openScene("http://127.0.0.1:1");
  const service = await spawnService(scene.config);
  const lock = new DatabaseSync(scene.database, { timeout: 5_000 });
  lock.exec("begin immediate");
  const done: string[] = [];
  const put = async () => {
    const publicKey = toHex(crypto.getRandomValues(new Uint8Array(64)));
    const credentialId = publicKey.slice(2, 42);
    const params = [{ credentialId, publicKey, account: accountOf(publicKey) }];
    const response = await fetch(`${service.url}/v1/rpc`, {
      method: "POST",
      headers: { "content-type": "application/json", [API_KEY_HEADER]: scene.apiKey },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "acct_putCredential", params }),
    });
    const { result, error } = await response.json();
    if (error === undefined && result === true) done.push(credentialId);
    return error?.data.cause;
  };
  const all = Array.from({ length: 100 }, () => put().catch(() => "cut"));
  // Another one is answered behind them: they have arrived.
  await (await fetch(`${service.url}/health`)).body?.cancel();
  const begin = performance.now();
  assertEquals(await service.end("SIGTERM"), 0, service.output());
  // Container platforms kill after ten.
  assert(performance.now() - begin < 9_500, `${performance.now() - begin}`);
  const causes = await Promise.all(all);
  // A running transaction is interrupted.
  const told = causes.filter((cause) => cause === "storage_down");
  assert(told.length >= causes.length - 1, `${causes}`);
  assertEquals(done, []);
  lock.exec("rollback");
  const rows = lock.prepare("select count(*) as count from credentials").get();
  assertEquals(rows?.count, 0);
  lock.close();
});
