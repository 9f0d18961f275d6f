import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { sql } from "kysely";
import { AcctError } from "../../../core/ground/errors.ts";
import type { CallJson } from "../../../core/wire/values.ts";
import { freshDatabase } from "../../../scripts/stack/database.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { bundlerHandler } from "../../../scripts/stack/bundler/serve.ts";
import { postgresBus } from "../../../service/notices/bus.ts";
import { createKey, ensureProject } from "../../../service/keys/keys.ts";
import { developmentPolicy } from "../../../service/mod.ts";
import { connect } from "../../../service/store/engine/postgres.ts";
import { migrate, openStore } from "../../../service/store/store.ts";
import { prepare, type Reach, send, sendCalls, settled, sign, user } from "../support/client.ts";
import { testServer } from "../support/postgres.ts";
import { chainOf, spawnService, unlimited } from "../support/spawn.ts";

const ping: CallJson = { to: `0x${"aa".repeat(20)}`, value: "0x0", data: "0x" };
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

Deno.test("postgres: connections that close between two statements affect nothing else", async () => {
  await using server = await testServer("postgres");
  if (server === null) return;
  await using own = await freshDatabase(server.url);
  await using store = await openStore(own.database);
  // A connection outside of the pool that waits, like the listening one.
  const bystander = await connect(own.database);
  const stopped = new AbortController();
  const outcomes = { done: 0, cut: 0 };
  const work = async () => {
    while (!stopped.signal.aborted) {
      try {
        await store.transaction().execute(async (tx) => {
          await sql`select 1`.execute(tx);
          // Checked out and without a query: only the client itself detects that it closed.
          await pause(20);
          await sql`select 2`.execute(tx);
        });
        outcomes.done++;
      } catch (error) {
        if (!(error instanceof AcctError)) throw error;
        assertEquals(error.data.cause, "storage_down");
        outcomes.cut++;
      }
    }
  };
  const workers = Promise.all(Array.from({ length: 8 }, work));
  const admin = await connect(server.url);
  for (let round = 0; round < 10; round++) {
    await pause(50);
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = '${new URL(own.database).pathname.slice(1)}'`,
    );
  }
  await Promise.all([admin.end(), bystander.end()]);
  stopped.abort();
  await workers;
  assertEquals(outcomes.cut > 0, true);
  await store.insertInto("projects").values({ id: "p", name: "p", created_at: 1 }).execute();
  assertEquals((await store.selectFrom("projects").select("id").execute()).length, 1);
});

Deno.test("postgres: the server crashes under load, and each process continues", async () => {
  await using server = await testServer("postgres");
  if (server === null) return;
  await using stack = await startStack();
  await using bundler = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    bundlerHandler(stack.bundler),
  );
  const folder = await Deno.makeTempDir();
  const config = join(folder, "config.json");
  const chain = chainOf(stack, { bundlerUrl: `http://127.0.0.1:${bundler.addr.port}` });
  const limits = unlimited;
  await Deno.writeTextFile(
    config,
    JSON.stringify({ host: "localhost:1", port: 0, database: server.url, limits, chains: [chain] }),
  );
  const store = await openStore(server.url);
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
  const service = await spawnService(config);
  const reach: Reach = { serverUrl: service.url, apiKey, chainId: stack.chainId };
  const stopped = new AbortController();
  const accepted: string[] = [];
  const work = async (seed: number) => {
    const who = user(seed);
    while (!stopped.signal.aborted) {
      try {
        const { operation } = await prepare(reach, who, [ping]);
        const { result } = await send(reach, who, await sign(reach, who, operation));
        if (result !== undefined) accepted.push(result.id);
      } catch (error) {
        // An error of the service is fine while its database is away; no answer at all is not.
        assertEquals(/ECONNREFUSED|fetch failed/.test(String(error)), false, service.output());
      }
    }
  };
  const workers = Promise.all(Array.from({ length: 8 }, (_, n) => work(1100 + n)));
  for (let round = 0; round < 4; round++) {
    const before = accepted.length;
    for (const end = Date.now() + 20_000; accepted.length < before + 8;) {
      assertEquals(Date.now() < end, true, `nothing more is accepted:\n${service.output()}`);
      await pause(20);
    }
    await server.halt();
    await pause(200);
    await server.restart();
  }
  stopped.abort();
  await workers;
  const health = await fetch(`${service.url}/health`).then((response) => response.json());
  assertEquals(health, { ok: true });
  const id = await sendCalls(reach, user(1120), [ping]);
  assertEquals((await settled(reach, id)).status, 200);
  assertEquals(await service.end("SIGTERM"), 0);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("postgres: no message on the channel terminates a process", async () => {
  await using server = await testServer("postgres");
  if (server === null) return;
  await using store = await openStore(server.url);
  const [heard, failures]: [unknown[], unknown[]] = [[], []];
  const begun = Promise.withResolvers<void>();
  const bus = postgresBus(store, server.url, {
    begin: begun.resolve,
    receive(message) {
      heard.push(message);
      throw new Error("a listener that fails");
    },
    fail: (error) => failures.push(error),
  });
  await begun.promise;
  const change = { type: "assetsChanged", address: `0x${"11".repeat(20)}`, chainIds: ["0x1"] };
  const payloads = [
    "",
    "no JSON",
    "null",
    "7",
    "[]",
    "{}",
    // A migration of a newer version.
    JSON.stringify({ from: "x", refreshed: 1 }),
    JSON.stringify({ from: "x", change: null }),
    JSON.stringify({ from: "x", change: {} }),
    JSON.stringify({ from: "x", missed: 7 }),
    JSON.stringify({ from: "x", follow: "1" }),
    JSON.stringify({ from: "x", change }),
    JSON.stringify({ from: "x", follow: 1 }),
    JSON.stringify({ from: "x", missed: change.address }),
  ];
  for (const payload of payloads) await sql`select pg_notify('acct', ${payload})`.execute(store);
  for (const end = Date.now() + 5_000; heard.length < 3 && Date.now() < end;) await pause(10);
  assertEquals(heard, [{ change }, { follow: 1 }, { missed: change.address }]);
  assertEquals(failures.length, 3);
  await bus.stop();
});

Deno.test("postgres: migrations take as long as they need", async () => {
  await using server = await testServer("postgres");
  if (server === null) return;
  await using own = await freshDatabase(server.url);
  const admin = await connect(own.database);
  const name = new URL(own.database).pathname.slice(1);
  // Settings that an operator may have for everything else.
  await admin.query(`alter database ${name} set statement_timeout = '7s'`);
  await admin.end();
  const settings = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];
  const seen: string[] = [];
  await migrate(own.database, {
    getMigrations: () =>
      Promise.resolve({
        "0001_settings": {
          async up(db) {
            for (const setting of settings) {
              const { rows } = await sql<Record<string, string>>`show ${sql.raw(setting)}`.execute(
                db,
              );
              seen.push(rows[0]![setting]!);
            }
          },
        },
      }),
  });
  assertEquals(seen, ["0", "0", "0"]);
  // While it serves, statements are bounded.
  await using fresh = await freshDatabase(server.url);
  await using store = await openStore(fresh.database);
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(store);
  assertEquals(rows[0]?.statement_timeout, "10s");
});
