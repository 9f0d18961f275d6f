/**
 * `deno task test:chaos`: databases, nodes, bundlers and processes fail under load, and what was
 * accepted lands once. Each test prints what it counted.
 */
import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import type { Hex } from "viem";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import type { CallJson } from "../../core/protocol/service/mod.ts";
import { listen } from "../../scripts/stack/listen.ts";
import { type Stack, startStack } from "../../scripts/stack/mod.ts";
import { until } from "../../scripts/stack/patience.ts";
import { startPostgres } from "../../scripts/stack/postgres.ts";
import { bundlerHandler } from "../../service/bundler/dev/serve.ts";
import { type LogJson, USER_OPERATION_EVENT } from "../../service/chain/events.ts";
import { createKey, ensureProject } from "../../service/keys/keys.ts";
import { createService, developmentPolicy } from "../../service/mod.ts";
import type { Role } from "../../service/role.ts";
import { openStore, type Store } from "../../service/store/store.ts";
import {
  prepare,
  type Reach,
  send,
  sendCalls,
  settled,
  sign,
  status,
  user,
} from "../stack/client.ts";
import { startSickNode } from "../stack/sick_node.ts";
import { type Spawned, spawnService } from "../stack/spawn.ts";

const ping: CallJson = { to: `0x${"aa".repeat(20)}`, value: "0x0", data: "0x" };
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Creates a key that sponsors everything. */
async function sponsoringKey(store: Store): Promise<string> {
  await ensureProject(store, "p", "p");
  return await createKey(store, {
    projectId: "p",
    kind: "pk",
    environment: "test",
    host: "localhost:1",
    domains: [],
    policy: developmentPolicy,
  });
}

/** A chain with a durable PostgreSQL, and processes of the service on both. */
async function openFleet(roles: readonly Role[]) {
  const scope = new AsyncDisposableStack();
  const postgres = scope.use(await startPostgres({ installs: true, durable: true }));
  const stack = scope.use(await startStack());
  const bundler = scope.use(
    Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      bundlerHandler(stack.bundler),
    ),
  );
  const folder = await Deno.makeTempDir();
  scope.defer(() => Deno.remove(folder, { recursive: true }));
  const config = join(folder, "config.json");
  const chain = {
    id: stack.chainId,
    name: "Local",
    testnet: true,
    rpcUrl: stack.rpcUrl,
    bundlerUrl: `http://127.0.0.1:${bundler.addr.port}`,
    sponsor: { paymaster: stack.addresses.sponsor, signerKeyEnv: "SIGNER", name: "Local" },
  };
  const text = { host: "localhost:1", port: 0, database: postgres.url, chains: [chain] };
  await Deno.writeTextFile(config, JSON.stringify(text));
  const store = scope.use(await openStore(postgres.url));
  const apiKey = await sponsoringKey(store);
  const start = (role: Role) => spawnService(config, { args: ["--role", role] });
  const processes: Spawned[] = [];
  for (const role of roles) processes.push(await start(role));
  return {
    stack,
    postgres,
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

/** Sends without end, each worker for an account of its own; errors are what this is about. */
function load(reachOf: (worker: number) => Reach, workers: number, seed: number) {
  const stopped = new AbortController();
  const accepted: string[] = [];
  const errors = new Map<string, number>();
  const work = async (worker: number) => {
    const who = user(seed + worker);
    while (!stopped.signal.aborted) {
      try {
        const reach = reachOf(worker);
        const { operation } = await prepare(reach, who, [ping]);
        const { result, error } = await send(reach, who, await sign(reach, who, operation));
        if (result !== undefined) accepted.push(result.id);
        else throw new Error(error.data?.cause ?? error.message);
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

/** Compares what was accepted with the chain, and the sponsor's ledger with both. */
async function compare(stack: Stack, store: Store, accepted: readonly string[]) {
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
  assertEquals(accepted.filter((id) => !costs.has(id)), [], "lost");
  const states = new Map(
    (await store.selectFrom("operations").select(["id", "state"]).execute())
      .map(({ id, state }) => [id, state]),
  );
  assertEquals(accepted.filter((id) => states.get(id) !== "included"), []);
  // Whatever landed at the sponsor's cost is settled at that cost, to the gwei.
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

Deno.test("chaos: PostgreSQL is killed twenty times under load", async () => {
  await using fleet = await openFleet(["all", "all"]);
  const { stack, postgres, store, processes, reach } = fleet;
  const work = load((worker) => reach(processes[worker % 2]!), 6, 2_000);
  for (let kill = 0; kill < 20; kill++) {
    await work.more(3);
    await postgres.halt();
    await pause(100 + kill * 10);
    await postgres.restart();
  }
  await work.more(3);
  await work.stop();
  // One answers for what each of them accepted.
  for (const id of work.accepted.slice(-5)) await settled(reach(processes[0]!), id);
  const counts = await compare(stack, store, work.accepted);
  for (const process of processes) assertEquals(await process.end("SIGTERM"), 0, process.output());
  console.log("20 kills:", counts, Object.fromEntries(work.errors));
});

Deno.test("chaos: processes are killed between signing, sending and settling", async () => {
  await using fleet = await openFleet(["api", "api", "indexer"]);
  const { stack, store, processes, reach, start } = fleet;
  const roles: readonly Role[] = ["api", "api", "indexer"];
  const work = load((worker) => reach(processes[worker % 2]!), 6, 2_100);
  for (let kill = 0; kill < 12; kill++) {
    await work.more(2);
    // Any moment of a request, which takes some tens of milliseconds.
    await pause(kill * 7);
    const at = kill % 3;
    await processes[at]!.end("SIGKILL");
    processes[at] = await start(roles[at]!);
  }
  await work.more(2);
  await work.stop();
  const counts = await compare(stack, store, work.accepted);
  for (const process of processes) assertEquals(await process.end("SIGTERM"), 0, process.output());
  console.log("12 kills:", counts, Object.fromEntries(work.errors));
});

Deno.test("chaos: SQLite is locked, and its disk is full", async () => {
  await using stack = await startStack();
  const folder = await Deno.makeTempDir();
  const path = join(folder, "service.sqlite");
  const { config } = stack.service.context.chains.get(stack.chainId)!;
  const service = await createService({
    host: "localhost:1",
    database: path,
    chains: [config],
    log: () => {},
  });
  const listener = listen(0, service.fetch);
  const reach: Reach = {
    serverUrl: `http://127.0.0.1:${listener.port}`,
    apiKey: await sponsoringKey(service.store),
    chainId: stack.chainId,
  };
  const isAlive = async () => (await fetch(`${reach.serverUrl}/health`).then((r) => r.json())).ok;
  const work = load(() => reach, 4, 2_200);
  for (let round = 0; round < 5; round++) {
    await work.more(3);
    const other = new DatabaseSync(path);
    // Waiting within SQLite would stop this thread, on which the service's transactions go on.
    await until("the file is locked", () => {
      try {
        other.exec("begin immediate");
        return true;
      } catch {
        return false;
      }
    });
    // Longer than the service waits, in one of the rounds.
    for (const end = Date.now() + (round === 4 ? 7_000 : 500); Date.now() < end;) {
      assertEquals(await isAlive(), true);
      await pause(50);
    }
    other.exec("rollback");
    other.close();
  }
  for (let round = 0; round < 5; round++) {
    await work.more(3);
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(service.store);
    await sql.raw(`pragma max_page_count = ${rows[0]!.page_count}`).execute(service.store);
    const before = work.errors.get("storage_full") ?? 0;
    await until("it is full", () => (work.errors.get("storage_full") ?? 0) > before + 3);
    assertEquals(await isAlive(), true);
    await sql`pragma max_page_count = 1000000`.execute(service.store);
  }
  await work.more(3);
  await work.stop();
  const counts = await compare(stack, service.store, work.accepted);
  await service.stop();
  await listener.stop();
  await Deno.remove(folder, { recursive: true });
  console.log("5 locks, 5 full disks:", counts, Object.fromEntries(work.errors));
});

Deno.test("chaos: one chain is dead and a bundler is down, and others notice nothing", async () => {
  await using stack = await startStack({ second: true });
  await using node = startSickNode(stack.second!.rpcUrl);
  const { config } = stack.service.context.chains.get(stack.chainId)!;
  const state = { bundlerIsDown: false };
  const answer = bundlerHandler(stack.bundler);
  await using bundler = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) =>
      state.bundlerIsDown ? new Response("<html>", { status: 503 }) : await answer(request),
  );
  const service = await createService({
    host: "localhost:1",
    database: ":memory:",
    chains: [
      { ...config, bundler: `http://127.0.0.1:${bundler.addr.port}` },
      { ...stack.second!.config, rpcUrl: node.url, timeout: 4_000 },
    ],
    log: () => {},
  });
  const listener = listen(0, service.fetch);
  const reach: Reach = {
    serverUrl: `http://127.0.0.1:${listener.port}`,
    apiKey: await sponsoringKey(service.store),
    chainId: stack.chainId,
  };
  const other: Reach = { ...reach, chainId: stack.second!.config.id };
  const counts = { landed: 0, refused: 0, kept: 0 };
  let seed = 2_300;
  for (const kind of ["hangs", "html", "limited", "empty"] as const) {
    node.sickness = { kind };
    for (let n = 0; n < 3; n++) {
      const id = await sendCalls(reach, user(seed++), [ping]);
      assertEquals((await settled(reach, id)).status, 200);
      counts.landed++;
    }
    if (kind !== "empty") {
      const error = await prepare(other, user(seed++), [ping]).then(() => null, String);
      assert(error?.includes("chain_down"), String(error));
      counts.refused++;
    }
    const ready = await fetch(`${reach.serverUrl}/ready`);
    assertEquals([ready.status, (await ready.json()).ok], [200, true]);
  }
  node.sickness = { kind: "well" };
  const late: Hex[] = [];
  for (let n = 0; n < 5; n++) {
    const who = user(seed++);
    const { operation } = await prepare(reach, who, [ping]);
    const signed = await sign(reach, who, operation);
    state.bundlerIsDown = true;
    const { result } = await send(reach, who, signed);
    late.push(result!.id);
    assertEquals((await status(reach, result!.id)).status, 100);
    state.bundlerIsDown = false;
    counts.kept++;
  }
  for (const id of late) assertEquals((await settled(reach, id)).status, 200);
  await until("the dead chain is back", async () => {
    const id = await sendCalls(other, user(seed++), [ping]).catch(() => null);
    return id !== null && (await settled(other, id)).status === 200;
  }, 200);
  await service.stop();
  await listener.stop();
  console.log("a dead chain and a bundler that is down:", counts);
});
