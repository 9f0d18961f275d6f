/**
 * Runs the nginx configuration of docs/self-hosting/install.md in front of two processes on one
 * configuration file and one PostgreSQL. One process hangs, is killed and restarts while a user
 * sends.
 */
import { assert, assertEquals, assertLess } from "@std/assert";
import { request } from "node:https";
import { join } from "node:path";
import { API_KEY_HEADER } from "../../../core/protocol/service/mod.ts";
import type { CallJson } from "../../../core/wire/values.ts";
import { freePort } from "../../../scripts/stack/anvil.ts";
import { listen } from "../../../scripts/stack/listen.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { isInstalled } from "../../../scripts/tools/debian.ts";
import { bundlerHandler } from "../../../scripts/stack/bundler/serve.ts";
import { createKey, ensureProject } from "../../../service/keys/keys.ts";
import { developmentPolicy } from "../../../service/mod.ts";
import { openStore } from "../../../service/store/store.ts";
import { call, type Reach, rpc, sendCalls, settled, user } from "../support/client.ts";
import { type Nginx, startNginx } from "./nginx.ts";
import { testServer } from "../support/postgres.ts";
import { hear } from "./replica.ts";
import { chainOf, type Spawned, spawnService, unlimited } from "../support/spawn.ts";

const ping: CallJson = { to: `0x${"aa".repeat(20)}`, value: "0x0", data: "0x" };
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The longest that a request may take, in milliseconds. */
const LONGEST_MS = 15_000;
/** A request to a process that works; generous, because the tests share a machine. */
const QUICK_MS = 3_000;
/** Event streams that nginx must carry. */
const STREAMS = 1_600;

/** Prints missing programs; that is an error if `REQUIRE_ALL=1`. */
async function hasPrograms(): Promise<boolean> {
  for (const program of ["nginx", "openssl"]) {
    if (await isInstalled(program)) continue;
    if (Deno.env.get("REQUIRE_ALL") === "1") throw new Error(`${program} is required`);
    console.warn(`SKIPPED: deployment: ${program} is missing`);
    return false;
  }
  return true;
}

/** Rejects if a request takes longer than the maximum. */
async function inTime(request: Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer in ${LONGEST_MS} ms`)), LONGEST_MS);
  await Promise.race([request, late]).finally(() => clearTimeout(timer));
}

/** Measures requests, one after the other, until it is stopped. */
function measure(request: () => Promise<unknown>) {
  const took: number[] = [];
  const errors: string[] = [];
  let stopped = false;
  const run = async () => {
    while (!stopped) {
      const start = performance.now();
      await inTime(request()).catch((error) => errors.push(String(error)));
      took.push(performance.now() - start);
      await pause(20);
    }
  };
  const done = run();
  return {
    took,
    errors,
    async stop() {
      stopped = true;
      await done;
    },
  };
}

/** Starts a chain, two processes and nginx. */
async function startDeployment(url: string) {
  await using started = new AsyncDisposableStack();
  const stack = started.use(await startStack());
  // Only its chain and its bundler are used.
  await stack.service.stop();
  const bundler = listen(0, bundlerHandler(stack.bundler));
  started.defer(() => bundler.stop());
  const folder = await Deno.makeTempDir({ prefix: "acct-deployment-" });
  started.defer(() => Deno.remove(folder, { recursive: true }));
  const config = join(folder, "service.json");
  const many = STREAMS * 2;
  await Deno.writeTextFile(
    config,
    JSON.stringify({
      host: "example.com",
      port: 8080,
      database: "ignored",
      trustProxy: ["127.0.0.1"],
      chains: [chainOf(stack, { bundlerUrl: `http://127.0.0.1:${bundler.port}` })],
      // A single address makes all requests and opens all streams.
      limits: { ...unlimited, streams: 2 * many, streamsPerClient: many },
    }),
  );
  const ports = [await freePort(0), await freePort(0)] as const;
  const start = (index: 0 | 1) =>
    spawnService(config, { args: ["--port", String(ports[index])], env: { DATABASE_URL: url } });
  const processes: Spawned[] = [await start(0), await start(1)];
  started.defer(async () => {
    for (const each of processes) assertEquals(await each.end("SIGTERM"), 0);
  });
  const store = await openStore(url);
  await ensureProject(store, "deployment", "Deployment");
  const apiKey = await createKey(store, {
    projectId: "deployment",
    kind: "pk",
    environment: "live",
    host: "example.com",
    domains: ["localhost"],
    policy: developmentPolicy,
  });
  await store.destroy();
  const nginx = started.use(await startNginx(ports));
  const reach: Reach = { serverUrl: "https://api.example.com", apiKey, chainId: stack.chainId };
  const resources = started.move();
  return {
    nginx,
    reach,
    processes,
    start,
    [Symbol.asyncDispose]: () => resources[Symbol.asyncDispose](),
  };
}

/** Opens an event stream on its own connection of HTTP/1.1; resolves with the status. */
function openStream({ port, ca }: Nginx, { apiKey }: Reach, n: number) {
  const address = `0x${(n + 1).toString(16).padStart(40, "0")}`;
  const headers = { host: "api.example.com", [API_KEY_HEADER]: apiKey };
  const sent = request({
    ...{ host: "127.0.0.1", port, ca, servername: headers.host, headers, agent: false },
    path: `/v1/events?address=${address}`,
    // A network can only use a quarter of the key's streams.
    localAddress: `127.1.${n % 16}.1`,
  });
  const closed = new Promise<void>((resolve) => sent.on("close", () => resolve()));
  const status = new Promise<number>((resolve) => {
    sent.on("error", () => resolve(0));
    sent.on("response", (answer) => {
      answer.on("error", () => {});
      answer.resume();
      resolve(answer.statusCode!);
    });
  });
  sent.end();
  return {
    status,
    async close() {
      sent.destroy();
      await closed;
    },
  };
}

Deno.test("deployment: the documented nginx in front of two processes", async (t) => {
  if (!await hasPrograms()) return;
  await using server = await testServer("deployment");
  if (server === null) return;
  await using deployment = await startDeployment(server.url);
  const { nginx, reach, processes, start } = deployment;
  using _fetch = nginx.fetchThrough();
  const read = () => call(reach, "wallet_getCapabilities", []);

  await t.step("HTTP/2 is spoken", async () => {
    // This client has no other protocol.
    assertEquals((await rpc(reach, "wallet_getCapabilities", [])).status, 200);
  });

  await t.step("a hung process is set aside, and events still arrive", async () => {
    const who = user(1500);
    const requests = [measure(read), measure(read), measure(() => sendCalls(reach, who, [ping]))];
    // nginx alternates, but other requests arrive in between: of so many, each process gets some.
    await using scope = new AsyncDisposableStack();
    const early: Awaited<ReturnType<typeof hear>>[] = [];
    for (let n = 0; n < 12; n++) early.push(scope.use(await hear(reach, who.account.address)));
    await until("requests are answered", () => requests.every(({ took }) => took.length > 1));
    processes[0]!.signal("SIGSTOP");
    using _ = { [Symbol.dispose]: () => processes[0]!.signal("SIGCONT") };
    // One request waits for the hung process until nginx fails over.
    await pause(LONGEST_MS);
    const before = requests.map(({ took }) => took.length);
    await using stream = await hear(reach, who.account.address);
    await pause(5_000);
    for (const each of requests) await each.stop();
    const longest = Math.max(...requests.flatMap(({ took }) => took));
    const later = Math.max(...requests.flatMap(({ took }, n) => took.slice(before[n]! + 1)));
    console.log(`longest request ${Math.round(longest)} ms, set aside ${Math.round(later)} ms`);
    assertEquals(requests.flatMap(({ errors }) => errors), []);
    assertLess(longest, LONGEST_MS);
    assertLess(later, QUICK_MS);
    assert(stream.statuses().length > 0, "no event");
    await until("nginx closes its streams", () => early.some((each) => each.ended()));
    assertEquals(early.every((each) => each.ended()), false);
    assertEquals(stream.ended(), false);
  });

  await t.step("one is killed and restarts: no request fails or waits", async () => {
    const who = user(1501);
    const requests = [measure(read), measure(() => sendCalls(reach, who, [ping]))];
    await until("requests are answered", () => requests.every(({ took }) => took.length > 1));
    for (const index of [0, 1] as const) {
      await processes[index]!.end("SIGKILL");
      await pause(1_000);
      processes[index] = await start(index);
    }
    await pause(1_000);
    for (const each of requests) await each.stop();
    const longest = Math.max(...requests.flatMap(({ took }) => took));
    console.log(`longest request ${Math.round(longest)} ms`);
    assertEquals(requests.flatMap(({ errors }) => errors), []);
    assertLess(longest, LONGEST_MS);
    assertEquals((await settled(reach, await sendCalls(reach, who, [ping]))).status, 200);
  });

  await t.step(`${STREAMS} event streams are open at the same time`, async () => {
    const start = performance.now();
    const streams: ReturnType<typeof openStream>[] = [];
    let open = 0;
    while (streams.length < STREAMS) {
      const next = Array.from({ length: 50 }, (_, n) => {
        return openStream(nginx, reach, streams.length + n);
      });
      streams.push(...next);
      for (const { status } of next) if (await status === 200) open++;
    }
    const took = Math.round(performance.now() - start);
    const asked = performance.now();
    await read();
    const alongside = Math.round(performance.now() - asked);
    console.log(`${open} streams in ${took} ms, a request alongside in ${alongside} ms`);
    await Promise.all(streams.map((each) => each.close()));
    assertEquals(open, STREAMS);
    assertLess(alongside, QUICK_MS);
  });

  await t.step("a hung database: a request fails before 15 s, and works afterwards", async () => {
    const { address } = user(1500).account;
    const history = () =>
      fetch(`${reach.serverUrl}/v1/rpc`, {
        method: "POST",
        headers: { "content-type": "application/json", [API_KEY_HEADER]: reach.apiKey },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "wallet_getCallsHistory",
          params: [{ address }],
        }),
      });
    {
      using _ = await server.hang();
      const start = performance.now();
      const response = await history();
      const took = Math.round(performance.now() - start);
      console.log(`${response.status} ${(await response.text()).slice(0, 100)} in ${took} ms`);
      assertLess(took, LONGEST_MS);
    }
    await until("it works", async () => {
      const response = await history();
      return (await response.text()).includes('"result"') && response.status === 200;
    });
  });
});
