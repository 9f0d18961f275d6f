/** How quick the service is on a database that has run full, beside a bare server. @module */
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { ownDatabase } from "../scripts/stack/database.ts";
import { startStack } from "../scripts/stack/mod.ts";
import { createKey, ensureProject } from "../service/keys/keys.ts";
import { account, fill } from "../service/store/testing/fill.ts";
import { openStore } from "../service/store/store.ts";
import { API_KEY_HEADER } from "../core/protocol/service/mod.ts";
import { spawnService } from "../tests/stack/spawn.ts";
import { ask, installWrk, type Question } from "./ask.ts";
import { type Part, spread } from "./report.ts";

const SECONDS = 10;
/** Seconds before: as long as both servers grow quicker, while what they run is compiled. */
const WARM_SECONDS = 10;
/** Requests at a time: of a few clients, and of many. */
const CONNECTIONS = [8, 32];
/** Rows in each table. */
const SIZES = (Deno.env.get("BENCH_ROWS") ?? "2000,1000000").split(",").map(Number);
const limits = { keyPerSecond: 1_000_000, clientPerSecond: 1_000_000 };

type Row = readonly (string | number)[];

/** Measures pages of history and capabilities, and how long `/health` waits meanwhile. */
export async function measureFull(): Promise<Part> {
  await installWrk();
  const rows: Row[] = [];
  for (const size of SIZES) rows.push(...await measureAt(size));
  return {
    sections: [{
      title: "A full database",
      about:
        `SQLite with as many rows in each table, some requests at a time for ${SECONDS} seconds ` +
        `after ${WARM_SECONDS} to warm up, ` +
        "while old call data is deleted; in milliseconds. Beside it a server of Hono alone with one " +
        "prepared statement, on the same file, asked the same by the same client (`wrk`).",
      columns: [
        "Requests",
        "At a time",
        "Rows",
        "A second",
        "p50",
        "p95",
        "p99",
        "`/health` p50",
        "p95",
        "p99",
        "longest",
      ],
      rows,
    }],
  };
}

/** Measures with a number of rows in each table. */
async function measureAt(size: number): Promise<Row[]> {
  await using stack = await startStack();
  await using own = await ownDatabase({ file: true });
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
  };
  await Deno.writeTextFile(config, JSON.stringify(text));
  const service = await spawnService(config);
  const rpc = `${service.url}/v1/rpc`;
  const page = question(rpc, apiKey, "wallet_getCallsHistory", [{ address: account, limit: 20 }]);
  const capabilities = question(rpc, apiKey, "wallet_getCapabilities", []);
  const rows: Row[] = [];
  const health = `${service.url}/health`;
  rows.push(["nothing else", "", size, "", "", "", "", ...await watch(health, 0)]);
  const works = [["history pages of 20", page], ["capabilities", capabilities]] as const;
  for (const many of CONNECTIONS) {
    for (const [name, asked] of works) {
      const watching = watch(health, WARM_SECONDS);
      const cells = await measure(asked, many);
      const waits = await watching;
      rows.push([name, many, size, ...cells, ...waits]);
    }
  }
  await service.end("SIGTERM");
  const bare = await startBare(own.database);
  const bareWorks = [
    ["the same pages", { ...page, url: `${bare.url}/page` }],
    ["a text", { ...capabilities, url: `${bare.url}/hello` }],
  ] as const;
  for (const many of CONNECTIONS) {
    for (const [name, asked] of bareWorks) {
      const cells = await measure(asked, many);
      rows.push([`Hono alone: ${name}`, many, size, ...cells, "", "", "", ""]);
    }
  }
  await bare.end();
  await Deno.remove(folder, { recursive: true });
  return rows;
}

/** Builds a request with a key. */
const question = (url: string, apiKey: string, method: string, params: unknown): Question => ({
  url,
  headers: { "content-type": "application/json", [API_KEY_HEADER]: apiKey },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
});

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

/** Asks for a while: answers a second, and their times as cells. */
async function measure(asked: Question, many: number): Promise<(string | number)[]> {
  const { rate, p50, p95, p99 } = await ask(asked, {
    connections: many,
    seconds: SECONDS,
    warm: WARM_SECONDS,
  });
  return [rate, ...[p50, p95, p99].map((time) => time.toFixed(1))];
}

/** Asks for an address from time to time, after a while, and returns how long that took as cells. */
async function watch(url: string, after: number): Promise<string[]> {
  await new Promise((resolve) => setTimeout(resolve, after * 1_000));
  const waits: number[] = [];
  const end = performance.now() + SECONDS * 1_000;
  while (performance.now() < end) {
    const begin = performance.now();
    await (await fetch(url)).text();
    waits.push(performance.now() - begin);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return [...spread(waits), Math.max(...waits).toFixed(0)];
}
