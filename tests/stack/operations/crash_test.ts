import { assertEquals, assertLess, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { API_KEY_HEADER } from "../../../core/protocol/service/mod.ts";
import type { CallJson } from "../../../core/wire/values.ts";
import { ownDatabase } from "../../../scripts/stack/database.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { bundlerHandler } from "../../../scripts/stack/bundler/serve.ts";
import { createKey, ensureProject } from "../../../service/keys/keys.ts";
import { developmentPolicy } from "../../../service/mod.ts";
import { openStore } from "../../../service/store/store.ts";
import {
  prepare,
  type Reach,
  send,
  sendCalls,
  settled,
  sign,
  type User,
  user,
} from "../support/client.ts";
import { chainOf, spawnService, unlimited } from "../support/spawn.ts";

const ROUNDS = 3;
const ping: CallJson = {
  to: "0x00000000000000000000000000000000000000aa",
  value: "0x0",
  data: "0x",
};

Deno.test("crash: kill -9 at any moment loses no accepted operation", async () => {
  const folder = await Deno.makeTempDir();
  await using stack = await startStack();
  // Slow to take and slow to forget, so that the kill falls between row and hand-over too.
  const answer = bundlerHandler(stack.bundler);
  let asked = 0;
  await using bundler = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      await new Promise((resolve) => setTimeout(resolve, (asked++ * 7) % 30));
      return await answer(request);
    },
  );
  await using own = await ownDatabase({ file: true });
  const { database } = own;
  const config = join(folder, "config.json");
  await Deno.writeTextFile(
    config,
    JSON.stringify({
      host: "localhost:1",
      port: 0,
      database,
      limits: unlimited,
      chains: [chainOf(stack, { bundlerUrl: `http://127.0.0.1:${bundler.addr.port}` })],
    }),
  );
  const store = await openStore(database);
  await ensureProject(store, "p", "p");
  const apiKey = await createKey(store, {
    projectId: "p",
    kind: "pk",
    environment: "test",
    host: "localhost:1",
    domains: [],
    policy: developmentPolicy,
  });
  await store.destroy();

  const accepted: string[] = [];
  let seed = 400;
  for (let round = 0; round < ROUNDS; round++) {
    const service = await spawnService(config);
    const reach: Reach = { serverUrl: service.url, apiKey, chainId: stack.chainId };
    const before = accepted.length;
    const work = async (who: User): Promise<void> => {
      while (true) {
        const { operation } = await prepare(reach, who, [ping]);
        const { result, error } = await send(reach, who, await sign(reach, who, operation));
        if (result === undefined) throw new Error(JSON.stringify(error));
        accepted.push(result.id);
      }
    };
    // The kill interrupts these requests; no other error may occur.
    const ends = (error: Error) => assertMatch(error.message, /fetch failed|reading a body/);
    const workers = Array.from({ length: 6 }, () => work(user(seed++)).catch(ends));
    while (accepted.length < before + 3 + round * 5) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await service.end("SIGKILL");
    await Promise.all(workers);
  }

  // Accepted and waiting for its account's deployment, which lands while no service runs.
  const waiting = await spawnService(config);
  const before: Reach = { serverUrl: waiting.url, apiKey, chainId: stack.chainId };
  await stack.node.request("evm_setAutomine", [false]);
  const who = user(seed++);
  for (let n = 0; n < 2; n++) accepted.push(await sendCalls(before, who, [ping]));
  await waiting.end("SIGKILL");
  await stack.node.request("evm_setAutomine", [true]);
  await stack.node.request("evm_mine");

  const service = await spawnService(config);
  const reach: Reach = { serverUrl: service.url, apiKey, chainId: stack.chainId };
  for (const id of accepted) assertEquals((await settled(reach, id)).status, 200, id);
  const after = await openStore(database);
  const rows = () => after.selectFrom("operations").select(["id", "state"]).execute();
  // Rows that were written but not answered are settled too: no operation stays pending forever.
  await until(
    "no operation is under way",
    async () => !(await rows()).some(({ state }) => state === "held" || state === "submitted"),
    50,
  );
  await service.end("SIGKILL");
  assertEquals(new Set(accepted).size, accepted.length);
  const kept = new Set((await rows()).map(({ id }) => id));
  assertEquals(accepted.every((id) => kept.has(id)), true);
  await after.destroy();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("crash: on a stop request it exits soon and cleanly, with open streams", async () => {
  const folder = await Deno.makeTempDir();
  const config = join(folder, "config.json");
  await using own = await ownDatabase({ file: true });
  const { database } = own;
  const chain = { id: 1, name: "Down", rpcUrl: "http://127.0.0.1:1", bundlerUrl: "http://[::1]:1" };
  await Deno.writeTextFile(
    config,
    JSON.stringify({ host: "localhost:1", port: 0, database, chains: [chain] }),
  );
  const store = await openStore(database);
  await ensureProject(store, "p", "p");
  const apiKey = await createKey(store, {
    projectId: "p",
    kind: "pk",
    environment: "test",
    host: "localhost:1",
    domains: [],
    policy: null,
  });
  await store.destroy();
  const service = await spawnService(config);
  const { address } = user(1).account;
  const stream = await fetch(`${service.url}/v1/events?address=${address}`, {
    headers: { [API_KEY_HEADER]: apiKey },
  });
  assertEquals(stream.status, 200);
  // A stream that stayed open would delay this forever.
  const begin = performance.now();
  assertEquals(await service.end("SIGTERM"), 0);
  assertLess(performance.now() - begin, 15_000);
  assertStringIncludes(await stream.text(), "retry");
  await Deno.remove(folder, { recursive: true });
});
