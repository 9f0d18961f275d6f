/** Measures the service's latency with a full database, compared to a bare server. @module */
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { freshDatabase, ownDatabase } from "../scripts/stack/database.ts";
import { startStack } from "../scripts/stack/mod.ts";
import { startPostgres } from "../scripts/stack/postgres.ts";
import { startRedis } from "../scripts/stack/redis.ts";
import { createKey, ensureProject } from "../service/keys/keys.ts";
import { account, fill } from "../service/store/testing/fill.ts";
import { openStore } from "../service/store/store.ts";
import { API_KEY_HEADER } from "../core/protocol/service/mod.ts";
import { spawnService } from "../tests/stack/support/spawn.ts";
import { type Part, spread } from "./report.ts";

const SECONDS = 10;
/** Warm-up time in seconds: both servers become faster while their code is compiled. */
const WARM_SECONDS = 10;
/** Concurrent requests: of a few clients, and of many. */
const CONNECTIONS = [8, 32];
/** Number of rows in each table. */
const SIZES = (Deno.env.get("BENCH_ROWS") ?? "2000,1000000").split(",").map(Number);
/** Databases of the service; only the first one needs no external server. */
const KINDS = (Deno.env.get("BENCH_DATABASES") ?? "SQLite,PostgreSQL").split(",");
const limits = { keyPerSecond: 1_000_000, clientPerSecond: 1_000_000 };

type Row = readonly (string | number)[];

/** Measures pages of history and capabilities, and the latency of `/health` during the load. */
export async function measureFull(): Promise<Part> {
  const sections: Part["sections"][number][] = [];
  for (const kind of KINDS) sections.push(await measureOn(kind));
  return { sections };
}

async function measureOn(kind: string): Promise<Part["sections"][number]> {
  const rows: Row[] = [];
  for (const size of SIZES) rows.push(...await measureAt(size, kind));
  return {
    title: `A full database: ${kind}`,
    about:
      `${
        kind === "SQLite" ? kind : `${kind} and Redis`
      } with this number of rows in each table and ` +
      `concurrent requests for ${SECONDS} seconds after a warm-up of ${WARM_SECONDS}, ` +
      "while old call data is deleted; in milliseconds. Baseline: a plain Hono server with one " +
      "prepared statement, on the same database, with the same client and the same bytes.",
    columns: [
      "Requests",
      "Concurrent",
      "Rows",
      "Per second",
      "p50",
      "p95",
      "p99",
      "`/health` p50",
      "p95",
      "p99",
      "longest",
    ],
    rows,
  };
}

/** Measures with a number of rows in each table. */
async function measureAt(size: number, kind: string): Promise<Row[]> {
  await using stack = await startStack();
  await using server = kind === "PostgreSQL" ? await startPostgres() : null;
  await using redis = server === null ? null : await startRedis();
  await using own = server === null
    ? await ownDatabase({ file: true })
    : await freshDatabase(server.url);
  const store = await openStore(own.database);
  await fill(store, size);
  await ensureProject(store, "bench", "bench");
  const apiKey = await createKey(store, {
    projectId: "bench",
    kind: "sk",
    environment: "test",
    host: "localhost:1",
    domains: [],
    policy: null,
  });
  await store.destroy();
  const folder = await Deno.makeTempDir();
  const config = join(folder, "config.json");
  const chain = {
    id: stack.chainId,
    name: "Local",
    rpcUrl: stack.rpcUrl,
    bundlerUrl: stack.rpcUrl,
  };
  const text = {
    host: "localhost:1",
    port: 0,
    database: own.database,
    chains: [chain],
    log: "warn",
    limits,
    ...(redis !== null && { redis: redis.url }),
  };
  await Deno.writeTextFile(config, JSON.stringify(text));
  const service = await spawnService(config);
  const page = request(apiKey, "wallet_getCallsHistory", [{ address: account, limit: 20 }]);
  const capabilities = request(apiKey, "wallet_getCapabilities", []);
  const assets = request(apiKey, "wallet_getAssets", [{ account }]);
  const rpc = `${service.url}/v1/rpc`;
  const rows: Row[] = [];
  const idle = ["nothing else", () => new Promise((resolve) => setTimeout(resolve, 10))] as const;
  const works: (readonly [string, () => Promise<unknown>])[] = [
    ["history pages of 20", () => post(rpc, page)],
    ["capabilities", () => post(rpc, capabilities)],
    ["assets", () => post(rpc, assets)],
  ];
  for (const many of CONNECTIONS) {
    for (const [name, work] of many === CONNECTIONS[0] ? [idle, ...works] : works) {
      const { times, waits } = await measure(work, many, `${service.url}/health`);
      const longest = Math.max(...waits).toFixed(0);
      rows.push([name, many, size, rate(times), ...spread(times), ...spread(waits), longest]);
    }
  }
  await service.end("SIGTERM");
  const bare = await startBare(own.database);
  const bareWorks = [["the same pages", "page", page], ["a text", "hello", capabilities]] as const;
  for (const many of CONNECTIONS) {
    for (const [name, path, init] of bareWorks) {
      const { times } = await measure(() => post(`${bare.url}/${path}`, init), many);
      rows.push([`Hono alone: ${name}`, many, size, rate(times), ...spread(times), "", "", "", ""]);
    }
  }
  await bare.end();
  await Deno.remove(folder, { recursive: true });
  return rows;
}

/** Builds a request of JSON-RPC with a key. */
const request = (apiKey: string, method: string, params: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", [API_KEY_HEADER]: apiKey },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
});

/** Sends a request, and throws unless it returns a result. */
async function post(url: string, init: RequestInit): Promise<void> {
  const text = await (await fetch(url, init)).text();
  if (!text.includes('"result"')) throw new Error(text);
}

const rate = (times: readonly number[]): number => Math.round(times.length / SECONDS);

/** Starts the bare server. */
async function startBare(database: string): Promise<{ url: string; end(): Promise<void> }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--quiet",
      fileURLToPath(new URL("bare_hono.ts", import.meta.url)),
      database,
    ],
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value = "" } = await reader.read();
  return {
    url: `http://127.0.0.1:${value.trim()}`,
    async end() {
      child.kill("SIGTERM");
      await child.status;
      await reader.cancel();
    },
  };
}

/** Runs the work at full speed, and requests a health URL concurrently, if any. */
async function measure(work: () => Promise<unknown>, many: number, health?: string) {
  const [times, waits]: number[][] = [[], []];
  const warmUntil = performance.now() + WARM_SECONDS * 1_000;
  const end = warmUntil + SECONDS * 1_000;
  const timed = async (into: number[], one: () => Promise<unknown>) => {
    const begin = performance.now();
    await one();
    if (begin >= warmUntil) into.push(performance.now() - begin);
  };
  const worker = async () => {
    while (performance.now() < end) await timed(times!, work);
  };
  const watcher = async () => {
    while (health !== undefined && performance.now() < end) {
      await timed(waits!, () => fetch(health).then((response) => response.text()));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  await Promise.all([watcher(), ...Array.from({ length: many }, worker)]);
  return { times: times!, waits: waits! };
}
