import { assertEquals, assertLess } from "@std/assert";
import { join } from "node:path";
import type { CallJson } from "../../core/protocol/service/mod.ts";
import { ownDatabase } from "../../scripts/stack/database.ts";
import { startStack } from "../../scripts/stack/mod.ts";
import { until } from "../../scripts/stack/patience.ts";
import { bundlerHandler } from "../../service/bundler/dev/serve.ts";
import { createKey, ensureProject } from "../../service/keys/keys.ts";
import { developmentPolicy } from "../../service/mod.ts";
import { openStore } from "../../service/store/store.ts";
import { prepare, type Reach, tryPrepare, user } from "./client.ts";
import { spawnService, unlimited } from "./spawn.ts";

const ping: CallJson = { to: `0x${"aa".repeat(20)}`, value: "0x0", data: "0x" };
const PARALLEL = 300;
const LIMIT = 40;

Deno.test("tenants: one that asks for hundreds at once passes no limit, and others come before", async () => {
  await using stack = await startStack();
  let simulated = 0;
  await using node = serve(async (request) => {
    const body = await request.text();
    const requests: { method: string }[] = [JSON.parse(body)].flat();
    // The busy key's calls are the only ones to this address.
    simulated += requests.filter((request) =>
      request.method === "eth_simulateV1" && JSON.stringify(request).includes("bb".repeat(20))
    ).length;
    return await fetch(stack.rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
  });
  await using bundler = serve(bundlerHandler(stack.bundler));
  await using own = await ownDatabase({ file: true });
  const folder = await Deno.makeTempDir();
  const config = join(folder, "config.json");
  const chain = {
    id: stack.chainId,
    name: "Local",
    testnet: true,
    rpcUrl: urlOf(node),
    bundlerUrl: urlOf(bundler),
    sponsor: { paymaster: stack.addresses.sponsor, signerKeyEnv: "SIGNER", name: "Local" },
  };
  const text = {
    host: "localhost:1",
    port: 0,
    database: own.database,
    trustProxy: ["127.0.0.1"],
    limits: unlimited,
    chains: [chain],
  };
  await Deno.writeTextFile(config, JSON.stringify(text));
  const store = await openStore(own.database);
  const keyOf = async (project: string, operationsPerDay: number) => {
    await ensureProject(store, project, project);
    return await createKey(store, {
      projectId: project,
      kind: "pk",
      environment: "test",
      host: "localhost:1",
      domains: [],
      policy: { ...developmentPolicy, operationsPerDay },
    });
  };
  const keys = { busy: await keyOf("busy", LIMIT), calm: await keyOf("calm", 1_000) };
  await store.destroy();
  const service = await spawnService(config);
  const reach = (apiKey: string): Reach => ({
    serverUrl: service.url,
    apiKey,
    chainId: stack.chainId,
  });
  await prepare(reach(keys.calm), user(2_000), [ping]);

  const other: CallJson = { ...ping, to: `0x${"bb".repeat(20)}` };
  const people = Array.from({ length: PARALLEL }, (_, n) => user(3_000 + n));
  const all = Promise.all(people.map((who, n) => {
    const headers = { "x-forwarded-for": `10.${n % 250}.${n % 200}.7` };
    return tryPrepare(reach(keys.busy), who, [other], { headers });
  }));
  await until("the first of them is worked on", () => simulated > 0);
  for (let n = 0; n < 3; n++) {
    const { sponsor } = await prepare(reach(keys.calm), user(2_000 + n), [ping]);
    assertEquals(sponsor?.name, "Local");
  }
  // All of them were simulated first when nobody shared.
  assertLess(simulated, PARALLEL / 2);
  const replies = await all;
  const sponsored = replies.filter(({ result }) => result?.sponsor !== undefined);
  assertEquals(replies.filter(({ error }) => error !== undefined), []);
  assertEquals(sponsored.filter(({ result }) => result!.sponsor !== null).length, LIMIT);
  assertEquals(simulated, PARALLEL);
  assertEquals(await service.end("SIGTERM"), 0);
  await Deno.remove(folder, { recursive: true });
});

function serve(handler: (request: Request) => Promise<Response>): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, handler);
}

const urlOf = ({ addr }: Deno.HttpServer<Deno.NetAddr>) => `http://127.0.0.1:${addr.port}`;
