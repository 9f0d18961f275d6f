/**
 * `deno task test chaos`: databases, nodes, bundlers and processes fail under load, and every
 * accepted operation lands once. Each test prints its counts.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import type { Hex } from "viem";
import { startForwarder } from "../../scripts/stack/forwarder.ts";
import { listen } from "../../scripts/stack/listen.ts";
import { startStack } from "../../scripts/stack/mod.ts";
import { until } from "../../scripts/stack/patience.ts";
import { startPostgres } from "../../scripts/stack/postgres.ts";
import { bundlerHandler } from "../../scripts/stack/bundler/serve.ts";
import { createService } from "../../service/mod.ts";
import {
  call,
  prepare,
  type Reach,
  send,
  sendCalls,
  settled,
  sign,
  status,
  user,
} from "../stack/support/client.ts";
import { startSickNode } from "../stack/indexer/sick_node.ts";
import { compare, load, openFleet, pause, ping } from "./fleet.ts";
import { sponsoringKey } from "../stack/payment/sponsoring_key.ts";

/** One in so many of the database's answers kills a process. */
const CUTS = 125;
const chance = () => crypto.getRandomValues(new Uint32Array(1))[0]! % CUTS === 0;

Deno.test("chaos: PostgreSQL is killed twenty times under load", async () => {
  await using postgres = await startPostgres({ installs: true, durable: true });
  await using fleet = await openFleet(["all", "all"], postgres.url);
  const { stack, store, processes, reach } = fleet;
  const work = load((worker) => reach(processes[worker % 2]!), 6, 2_000);
  for (let kill = 0; kill < 20; kill++) {
    await work.more(3);
    await postgres.halt();
    await pause(100 + kill * 10);
    await postgres.restart();
  }
  await work.more(3);
  await work.stop();
  // A single process answers for operations accepted by each of them.
  for (const id of work.accepted.slice(-5)) await settled(reach(processes[0]!), id);
  const counts = await compare(stack, store, work.accepted);
  for (const process of processes) assertEquals(await process.end("SIGTERM"), 0, process.output());
  console.log("20 kills:", counts, Object.fromEntries(work.errors));
});

Deno.test("chaos: PostgreSQL fails over to its standby under load", async () => {
  const scope = new AsyncDisposableStack();
  await using _ = scope;
  let primary = scope.use(await startPostgres({ installs: true, durable: true }));
  await using forwarder = startForwarder(primary.port);
  await using fleet = await openFleet(
    ["all", "all"],
    primary.url.replace(`:${primary.port}/`, `:${forwarder.port}/`),
  );
  const { stack, store, processes, reach } = fleet;
  const work = load((worker) => reach(processes[worker % 2]!), 6, 2_400);
  for (let failover = 0; failover < 3; failover++) {
    const standby = scope.use(await startPostgres({ durable: true, standbyOf: primary }));
    // From here on, committed data is on both.
    await sql`alter system set synchronous_standby_names = '*'`.execute(store);
    await sql`select pg_reload_conf()`.execute(store);
    await work.more(5);
    await primary.halt();
    await pause(500);
    await standby.promote();
    forwarder.to(standby.port);
    primary = standby;
    await work.more(5);
  }
  await work.stop();
  const counts = await compare(stack, store, work.accepted);
  for (const process of processes) assertEquals(await process.end("SIGTERM"), 0, process.output());
  console.log("3 failovers:", counts, Object.fromEntries(work.errors));
});

Deno.test("chaos: processes are killed between signing, sending and settling", async () => {
  await using postgres = await startPostgres({ installs: true, durable: true });
  await using fleet = await openFleet(["api", "api", "indexer"], postgres.url);
  const { stack, store, processes, reach, start } = fleet;
  const work = load((worker) => reach(processes[worker % 2]!), 6, 2_100);
  for (let kill = 0; kill < 12; kill++) {
    await work.more(2);
    // Any moment of a request, which takes some tens of milliseconds.
    await pause(kill * 7);
    const at = kill % 3;
    await processes[at]!.end("SIGKILL");
    processes[at] = await start(at);
  }
  await work.more(2);
  await work.stop();
  const counts = await compare(stack, store, work.accepted);
  for (const process of processes) assertEquals(await process.end("SIGTERM"), 0, process.output());
  console.log("12 kills:", counts, Object.fromEntries(work.errors));
});

Deno.test("chaos: processes exit at any answer of the database, before they receive it", async () => {
  const scope = new AsyncDisposableStack();
  await using _ = scope;
  const postgres = scope.use(await startPostgres({ installs: true, durable: true }));
  /** Processes that may exit; a starting process sends many identical requests each time. */
  const mortal = new Set<number>();
  const ends: Promise<void>[] = [];
  const ended = [0, 0, 0];
  let isOver = false;
  const ways = [0, 1, 2].map((at) => {
    const withholds = () => {
      if (isOver || !mortal.has(at) || !chance()) return false;
      mortal.delete(at);
      ended[at]!++;
      ends.push(renew(at));
      return true;
    };
    const { port } = scope.use(startForwarder(postgres.port, { withholds }));
    return postgres.url.replace(`:${postgres.port}/`, `:${port}/`);
  });
  const fleet = scope.use(await openFleet(["api", "api", "indexer"], postgres.url, ways));
  const { stack, store, processes, reach, start } = fleet;
  const renew = async (at: number) => {
    await processes[at]!.end("SIGKILL");
    // A process that finds a busy database too slow exits at its start, and is started again.
    processes[at] = await start(at).catch(() => start(at));
    mortal.add(at);
  };
  // An account's first operation has the most that can be cut.
  const work = load((worker) => reach(processes[worker % 2]!), 6, 2_200, 3);
  for (const at of processes.keys()) mortal.add(at);
  // Each of them, and while operations are accepted: a process that only starts and exits proves
  // nothing.
  await until(
    "processes have ended",
    () => ends.length >= 40 && ended.every((count) => count >= 5) && work.accepted.length >= 20,
    20,
  );
  isOver = true;
  await Promise.all(ends);
  await work.more(2);
  await work.stop();
  const counts = await compare(stack, store, work.accepted);
  for (const process of processes) assertEquals(await process.end("SIGTERM"), 0, process.output());
  console.log(`${ended} ends:`, counts, Object.fromEntries(work.errors));
});

/** Serves a chain from a file of SQLite, under load. */
async function serveFrom(
  stack: Awaited<ReturnType<typeof startStack>>,
  path: string,
  seed: number,
) {
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
  const work = load(() => reach, 4, seed);
  const isAlive = async () => (await fetch(`${reach.serverUrl}/health`).then((r) => r.json())).ok;
  return {
    store: service.store,
    work,
    isAlive,
    /** Waits until requests failed because the disk is full. */
    async isFull() {
      const before = work.errors.get("storage_full") ?? 0;
      await until("it is full", () => (work.errors.get("storage_full") ?? 0) > before + 3);
      assertEquals(await isAlive(), true);
    },
    /** Stops the load, compares accepted operations with the chain, and prints the counts. */
    async end(title: string) {
      await work.more(3);
      await work.stop();
      const counts = await compare(stack, service.store, work.accepted);
      await service.stop();
      await listener.stop();
      console.log(`${title}:`, counts, Object.fromEntries(work.errors));
    },
  };
}

Deno.test("chaos: SQLite is locked, and its file may not grow", async () => {
  await using stack = await startStack();
  const folder = await Deno.makeTempDir();
  const path = join(folder, "service.sqlite");
  const { store, work, isAlive, isFull, end } = await serveFrom(stack, path, 2_200);
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
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store);
    await sql.raw(`pragma max_page_count = ${rows[0]!.page_count}`).execute(store);
    await isFull();
    await sql`pragma max_page_count = 1000000`.execute(store);
  }
  await end("5 locks, 5 full files");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("chaos: a small disk runs full", async () => {
  await using stack = await startStack();
  await using disk = await mountSmallDisk();
  const { store, work, isFull, end } = await serveFrom(
    stack,
    `${disk.folder}/service.sqlite`,
    2_300,
  );
  for (let round = 0; round < 5; round++) {
    await work.more(3);
    // The log is as short as possible, so that the next commit needs space.
    await sql`pragma wal_checkpoint(truncate)`.execute(store);
    await disk.fill();
    await isFull();
    await disk.free();
  }
  await end("5 full disks");
});

/** Mounts a disk of 32 MB in memory, which requires root. */
async function mountSmallDisk() {
  const folder = await Deno.makeTempDir();
  const run = async (command: string, ...args: string[]) => {
    const { success, stderr } = await new Deno.Command(command, { args }).output();
    if (!success) throw new Error(`${command}: ${new TextDecoder().decode(stderr)}`);
  };
  await run("mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", folder);
  const ballast = `${folder}/ballast`;
  return {
    folder,
    async fill() {
      using file = await Deno.open(ballast, { create: true, append: true });
      for (const size of [1 << 16, 1 << 12]) {
        while (await file.write(new Uint8Array(size)).then((n) => n > 0, () => false));
      }
    },
    free: () => Deno.remove(ballast),
    async [Symbol.asyncDispose]() {
      await run("umount", folder);
      await Deno.remove(folder);
    },
  };
}

/** Chains in addition to the unreachable one and the one with a failed bundler. */
const OTHERS = 48;

Deno.test("chaos: one of fifty chains is unreachable and a bundler is down, without effect on others", async () => {
  await using stack = await startStack({ second: true });
  await using node = startSickNode(stack.second!.rpcUrl);
  await using scope = new AsyncDisposableStack();
  const ids = Array.from({ length: OTHERS }, (_, index) => 50_000 + index);
  const nodes = ids.map((id) => scope.use(startSickNode(stack.rpcUrl, id)));
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
      ...ids.map((id, index) => ({
        id,
        name: `Chain ${id}`,
        testnet: true,
        nativeCurrency: config.nativeCurrency,
        rpcUrl: nodes[index]!.url,
        bundler: stack.bundler,
      })),
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
    const answers = await call<Record<string, unknown>>(reach, "wallet_getCapabilities", []);
    const served = Object.keys(answers).map(Number);
    assertEquals(ids.filter((id) => !served.includes(id)), []);
    for (const id of ids) {
      await prepare({ ...reach, chainId: id }, user(seed++), [ping]).then(() => {}, (error) => {
        assertStringIncludes(String(error), "AA21", "no one pays there, and the chain says so");
      });
    }
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
