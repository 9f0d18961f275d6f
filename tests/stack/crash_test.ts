import { assertEquals, assertLess, assertStringIncludes } from "@std/assert";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { API_KEY_HEADER, type CallJson } from "../../core/service/protocol.ts";
import { startStack } from "../../scripts/stack/mod.ts";
import { bundlerHandler } from "../../service/bundler/dev/serve.ts";
import { createKey, ensureProject } from "../../service/keys/keys.ts";
import { developmentPolicy } from "../../service/mod.ts";
import { openStore } from "../../service/store/store.ts";
import {
  type Person,
  person,
  prepare,
  type Reach,
  send,
  sendCalls,
  settled,
  sign,
} from "./client.ts";

const ROUNDS = 3;
const ping: CallJson = {
  to: "0x00000000000000000000000000000000000000aa",
  value: "0x0",
  data: "0x",
};
const root = fileURLToPath(new URL("../../", import.meta.url));

/** A service in a process of its own. */
interface Spawned {
  readonly url: string;
  /** Ends it and resolves with its exit code. */
  end(signal: Deno.Signal): Promise<number>;
}

/** Runs the service as a process of its own; resolves once it listens. */
async function spawnService(config: string): Promise<Spawned> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", "--no-check", "service/main.ts", "--config", config],
    cwd: root,
    env: { SIGNER: "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d" },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.getReader();
  let text = "";
  let port: string | undefined;
  while (port === undefined) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`the service ended:\n${text}`);
    text += new TextDecoder().decode(value);
    port = /listening on 127\.0\.0\.1:(\d+)/.exec(text)?.[1];
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async end(signal) {
      child.kill(signal);
      const { code } = await child.status;
      await reader.cancel();
      return code;
    },
  };
}

Deno.test("crash: kill -9 at any moment loses nothing that was accepted", async () => {
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
  const database = join(folder, "service.sqlite");
  const config = join(folder, "config.json");
  await Deno.writeTextFile(
    config,
    JSON.stringify({
      host: "localhost:1",
      port: 0,
      database,
      chains: [{
        id: stack.chainId,
        name: "Local",
        testnet: true,
        rpcUrl: stack.rpcUrl,
        bundlerUrl: `http://127.0.0.1:${bundler.addr.port}`,
        sponsor: { paymaster: stack.addresses.sponsor, signerKeyEnv: "SIGNER", name: "Local" },
      }],
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
    const work = async (who: Person): Promise<void> => {
      while (true) {
        const { operation } = await prepare(reach, who, [ping]);
        const { result, error } = await send(reach, who, await sign(reach, who, operation));
        if (result === undefined) throw new Error(JSON.stringify(error));
        accepted.push(result.id);
      }
    };
    // The kill ends these in the middle of a request; nothing else may.
    const ends = (error: Error) => assertEquals(error.message, "fetch failed");
    const workers = Array.from({ length: 6 }, () => work(person(seed++)).catch(ends));
    while (accepted.length < before + 3 + round * 5) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await service.end("SIGKILL");
    await Promise.all(workers);
  }

  // Accepted and waiting for its account's deployment, which lands while nobody looks.
  const waiting = await spawnService(config);
  const before: Reach = { serverUrl: waiting.url, apiKey, chainId: stack.chainId };
  await stack.node.request("evm_setAutomine", [false]);
  const who = person(seed++);
  for (let n = 0; n < 2; n++) accepted.push(await sendCalls(before, who, [ping]));
  await waiting.end("SIGKILL");
  await stack.node.request("evm_setAutomine", [true]);
  await stack.node.request("evm_mine");

  const service = await spawnService(config);
  const reach: Reach = { serverUrl: service.url, apiKey, chainId: stack.chainId };
  for (const id of accepted) assertEquals((await settled(reach, id, 10_000)).status, 200, id);
  const after = await openStore(database);
  const rows = () => after.selectFrom("operations").select(["id", "state"]).execute();
  // What was written but not answered is settled too: nothing stays under way for ever.
  const open = async () =>
    (await rows()).filter(({ state }) => state === "held" || state === "submitted");
  for (const end = Date.now() + 10_000; (await open()).length > 0;) {
    assertEquals(Date.now() < end, true, "operations stay under way");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await service.end("SIGKILL");
  assertEquals(new Set(accepted).size, accepted.length);
  const kept = new Set((await rows()).map(({ id }) => id));
  assertEquals(accepted.every((id) => kept.has(id)), true);
  await after.destroy();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("crash: asked to stop, it ends soon and cleanly, open streams included", async () => {
  const folder = await Deno.makeTempDir();
  const config = join(folder, "config.json");
  const database = join(folder, "service.sqlite");
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
  const { address } = person(1).account;
  const stream = await fetch(`${service.url}/v1/events?address=${address}`, {
    headers: { [API_KEY_HEADER]: apiKey },
  });
  assertEquals(stream.status, 200);
  const begin = performance.now();
  assertEquals(await service.end("SIGTERM"), 0);
  assertLess(performance.now() - begin, 2_000);
  assertStringIncludes(await stream.text(), "retry");
  await Deno.remove(folder, { recursive: true });
});
