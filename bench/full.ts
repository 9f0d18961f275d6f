/** How quick the service is on a database that has run full (`PLAN_ROWS`, a million). @module */
import { join } from "node:path";
import { ownDatabase } from "../scripts/stack/database.ts";
import { startStack } from "../scripts/stack/mod.ts";
import { createKey, ensureProject } from "../service/keys/keys.ts";
import { account, fill, ROWS } from "../service/store/testing/fill.ts";
import { openStore } from "../service/store/store.ts";
import { call, type Reach } from "../tests/stack/client.ts";
import { spawnService } from "../tests/stack/spawn.ts";
import { type Part, spread } from "./report.ts";

const SECONDS = 10;
const CONNECTIONS = 8;
const limits = { keyPerSecond: 1_000_000, clientPerSecond: 1_000_000 };

/** Measures pages of history and capabilities, and how long `/health` waits meanwhile. */
export async function measureFull(): Promise<Part> {
  await using stack = await startStack();
  await using own = await ownDatabase({ file: true });
  const store = await openStore(own.database);
  await fill(store);
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
  const reach: Reach = { serverUrl: service.url, apiKey, chainId: stack.chainId };
  const rows: (readonly (string | number)[])[] = [];
  const works: [string, () => Promise<unknown>][] = [
    ["nothing else", () => new Promise((resolve) => setTimeout(resolve, 10))],
    [
      "history pages of 20",
      () => call(reach, "wallet_getCallsHistory", [{ address: account, limit: 20 }]),
    ],
    ["capabilities", () => call(reach, "wallet_getCapabilities", [])],
  ];
  for (const [name, work] of works) {
    const { times, waits } = await measure(service.url, work);
    const perSecond = Math.round(times.length / SECONDS);
    rows.push([name, perSecond, ...spread(times), ...spread(waits), Math.max(...waits).toFixed(0)]);
  }
  await service.end("SIGTERM");
  await Deno.remove(folder, { recursive: true });
  return {
    sections: [{
      title: "A full database",
      about:
        `SQLite with ${ROWS.toLocaleString("en")} rows in each table, ${CONNECTIONS} requests ` +
        `at a time for ${SECONDS} seconds, while old call data is deleted; in milliseconds.`,
      columns: [
        "Requests",
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

/** Works as fast as it can, and asks for `/health` meanwhile. */
async function measure(url: string, work: () => Promise<unknown>) {
  const [times, waits]: number[][] = [[], []];
  const end = performance.now() + SECONDS * 1_000;
  const timed = async (into: number[], one: () => Promise<unknown>) => {
    const begin = performance.now();
    await one();
    into.push(performance.now() - begin);
  };
  const worker = async () => {
    while (performance.now() < end) await timed(times!, work);
  };
  const watcher = async () => {
    while (performance.now() < end) {
      await timed(waits!, () => fetch(`${url}/health`).then((response) => response.text()));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  await Promise.all([watcher(), ...Array.from({ length: CONNECTIONS }, worker)]);
  return { times: times!, waits: waits! };
}
