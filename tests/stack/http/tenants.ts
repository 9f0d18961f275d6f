/**
 * A service in a separate process with two keys: one sends hundreds of concurrent operations.
 *
 * @module
 */
import { join } from "node:path";
import type { CallJson } from "../../../core/wire/values.ts";
import { ownDatabase } from "../../../scripts/stack/database.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { bundlerHandler } from "../../../scripts/stack/bundler/serve.ts";
import { createKey, ensureProject } from "../../../service/keys/keys.ts";
import { developmentPolicy } from "../../../service/mod.ts";
import { openStore } from "../../../service/store/store.ts";
import type { Reach } from "../support/client.ts";
import { chainOf, spawnService, unlimited } from "../support/spawn.ts";

/** Address that only the busy key's operations call. */
export const BUSY = "bb".repeat(20);
/** A call to an address. */
export const pingTo = (to: string): CallJson => ({ to: `0x${to}`, value: "0x0", data: "0x" });

/** Starts the service; `busyPerDay` operations of the busy key are sponsored. */
export async function openTenants(busyPerDay: number) {
  await using scope = new AsyncDisposableStack();
  const stack = scope.use(await startStack());
  const simulated = new Set<string>();
  const node = scope.use(serve(async (request) => {
    const body = await request.text();
    const requests: { method: string; params: unknown }[] = [JSON.parse(body)].flat();
    for (const { method, params } of requests) {
      const text = JSON.stringify(params);
      if (method === "eth_simulateV1" && text.includes(BUSY)) simulated.add(text);
    }
    return await fetch(stack.rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
  }));
  const bundler = scope.use(serve(bundlerHandler(stack.bundler)));
  const { database } = scope.use(await ownDatabase({ file: true }));
  const folder = await Deno.makeTempDir();
  scope.defer(() => Deno.remove(folder, { recursive: true }));
  const config = join(folder, "config.json");
  const chain = chainOf(stack, { rpcUrl: urlOf(node), bundlerUrl: urlOf(bundler) });
  const text = {
    host: "localhost:1",
    port: 0,
    database,
    trustProxy: ["127.0.0.1"],
    limits: unlimited,
    log: "warn",
    chains: [chain],
  };
  await Deno.writeTextFile(config, JSON.stringify(text));
  const keyOf = async (project: string, operationsPerDay: number) => {
    await using store = await openStore(database);
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
  const keys = { busy: await keyOf("busy", busyPerDay), calm: await keyOf("calm", 1_000_000_000) };
  const service = await spawnService(config);
  scope.defer(async () => void await service.end("SIGTERM"));
  const reach = (apiKey: string): Reach => ({
    serverUrl: service.url,
    apiKey,
    chainId: stack.chainId,
  });
  const all = scope.move();
  return {
    busy: reach(keys.busy),
    calm: reach(keys.calm),
    /** Parameters of the busy key's simulations. The service repeats one if a node is slow. */
    simulated,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Headers with which a client counts for itself. */
export function headersOf(client: number): Record<string, string> {
  return { "x-forwarded-for": `10.${client % 250}.${client % 200}.7` };
}

function serve(handler: (request: Request) => Promise<Response>): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, handler);
}

const urlOf = ({ addr }: Deno.HttpServer<Deno.NetAddr>) => `http://127.0.0.1:${addr.port}`;
