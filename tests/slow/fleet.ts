/**
 * Processes of the service under load, and a comparison of accepted operations with chain and
 * ledger.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import type { CallJson } from "../../core/wire/values.ts";
import { type Stack, startStack } from "../../scripts/stack/mod.ts";
import { until } from "../../scripts/stack/patience.ts";
import { bundlerHandler } from "../../scripts/stack/bundler/serve.ts";
import { type LogJson, USER_OPERATION_EVENT } from "../../service/chain/node/events.ts";
import type { Role } from "../../service/main/role.ts";
import { openStore, type Store } from "../../service/store/store.ts";
import { sponsoringKey } from "../stack/payment/sponsoring_key.ts";
import { prepare, type Reach, send, sign, user } from "../stack/support/client.ts";
import { chainOf, type Spawned, spawnService, unlimited } from "../stack/support/spawn.ts";

/** A call without effect. */
export const ping: CallJson = { to: `0x${"aa".repeat(20)}`, value: "0x0", data: "0x" };
/** Waits. */
export const pause = (milliseconds: number) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * A chain, and processes of the service on it and on a database.
 *
 * @param ways where each process reaches the database, if not directly
 */
export async function openFleet(
  roles: readonly Role[],
  database: string,
  ways: readonly string[] = [],
) {
  const scope = new AsyncDisposableStack();
  const stack = scope.use(await startStack());
  const bundler = scope.use(
    Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      bundlerHandler(stack.bundler),
    ),
  );
  const folder = await Deno.makeTempDir();
  scope.defer(() => Deno.remove(folder, { recursive: true }));
  const chain = chainOf(stack, { bundlerUrl: `http://127.0.0.1:${bundler.addr.port}` });
  const base = { host: "localhost:1", port: 0, limits: unlimited, chains: [chain] };
  const store = scope.use(await openStore(database));
  const apiKey = await sponsoringKey(store);
  const started: Promise<Spawned>[] = [];
  // Processes of a failed test would continue without it.
  scope.defer(async () => {
    for (const each of await Promise.allSettled(started)) {
      if (each.status === "fulfilled") await each.value.end("SIGKILL").catch(() => {});
    }
  });
  const start = async (at: number) => {
    const config = join(folder, `${at}.json`);
    await Deno.writeTextFile(config, JSON.stringify({ ...base, database: ways[at] ?? database }));
    const spawned = spawnService(config, { args: ["--role", roles[at]!] });
    started.push(spawned);
    return await spawned;
  };
  const processes: Spawned[] = [];
  for (let at = 0; at < roles.length; at++) processes.push(await start(at));
  return {
    stack,
    store,
    processes,
    start,
    reach: (process: Spawned): Reach => ({
      serverUrl: process.url,
      apiKey,
      chainId: stack.chainId,
    }),
    [Symbol.asyncDispose]: () => scope.disposeAsync(),
  };
}

/**
 * Sends without end, each worker for its own account; errors are expected.
 *
 * @param each accepted operations after which a worker uses a new account
 */
export function load(
  reachOf: (worker: number) => Reach,
  workers: number,
  seed: number,
  each = Infinity,
) {
  const stopped = new AbortController();
  const accepted: string[] = [];
  const errors = new Map<string, number>();
  const work = async (worker: number) => {
    let mine = 0;
    while (!stopped.signal.aborted) {
      const who = user(seed + worker + workers * Math.floor(mine / each));
      try {
        const reach = reachOf(worker);
        const { operation } = await prepare(reach, who, [ping]);
        const { result, error } = await send(reach, who, await sign(reach, who, operation));
        if (result === undefined) throw new Error(error.data?.cause ?? error.message);
        accepted.push(result.id);
        mine++;
      } catch (error) {
        const cause = /"cause":"(\w+)"/.exec(String(error))?.[1] ?? String(error).slice(0, 60);
        errors.set(cause, (errors.get(cause) ?? 0) + 1);
        await pause(20);
      }
    }
  };
  const done = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return {
    accepted,
    errors,
    more: async (count: number) => {
      const before = accepted.length;
      await until(`${count} more are accepted`, () => accepted.length >= before + count, 20);
    },
    async stop() {
      stopped.abort();
      await done;
    },
  };
}

/** Compares accepted operations with the chain, and the sponsor's ledger with both. */
export async function compare(stack: Stack, store: Store, accepted: readonly string[]) {
  assertEquals(new Set(accepted).size, accepted.length);
  await until("nothing is pending", async () => {
    const rows = await store.selectFrom("operations").select("id")
      .where("state", "in", ["held", "submitted"]).execute();
    return rows.length === 0;
  }, 200);
  const logs = await stack.node.request<LogJson[]>("eth_getLogs", [{
    address: ENTRY_POINT,
    topics: [USER_OPERATION_EVENT],
    fromBlock: "0x0",
    toBlock: "latest",
  }]);
  const costs = new Map<string, bigint>();
  for (const { topics, data } of logs) {
    const id = topics[1]!;
    assertEquals(costs.has(id), false, `${id} landed twice`);
    costs.set(id, BigInt(`0x${data.slice(2 + 2 * 64, 2 + 3 * 64)}`));
  }
  const kept = new Map(
    (await store.selectFrom("operations").select(["id", "idx", "sender", "state", "reason"])
      .execute())
      .map((row) => [row.id, row]),
  );
  // With the reason, since a lost one also loses the account's later ones.
  assertEquals(accepted.filter((id) => !costs.has(id)).map((id) => kept.get(id)), [], "lost");
  assertEquals(accepted.filter((id) => kept.get(id)?.state !== "included"), []);
  // Every operation at the sponsor's cost is settled at that cost, to the gwei.
  const rowsNow = () => store.selectFrom("sponsorships").selectAll().execute();
  await until("the ledger is settled", async () => {
    const costOf = new Map<string, number>();
    for (const row of await rowsNow()) {
      if (row.state !== "settled") continue;
      for (const { hash } of JSON.parse(row.signatures)) costOf.set(hash, row.cost_gwei);
    }
    return accepted.every((id) =>
      costOf.get(id) === Number((costs.get(id)! + 999_999_999n) / 1_000_000_000n)
    );
  }, 200);
  const rows = (await rowsNow()).filter(({ state }) => state !== "returned");
  const counters = await store.selectFrom("counters").selectAll().where("subject", "=", "")
    .execute();
  const used = (kind: string) =>
    counters.filter((each) => each.kind === kind).reduce((sum, { used }) => sum + Number(used), 0);
  const total = (list: typeof rows) => list.reduce((sum, { cost_gwei }) => sum + cost_gwei, 0);
  assertEquals(used("operations"), rows.length);
  assertEquals(used("gwei"), total(rows));
  assertEquals(used("spent_gwei"), total(rows.filter(({ state }) => state === "settled")));
  return { landed: accepted.length, settled: rows.length };
}
