import { assertEquals, assertLess } from "@std/assert";
import { join } from "node:path";
import { sql } from "kysely";
import type { CallJson } from "../../../core/wire/values.ts";
import { freshDatabase } from "../../../scripts/stack/database.ts";
import { type Stack, startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { postgresBus } from "../../../service/notices/bus.ts";
import { createKey, findKey, revokeKey } from "../../../service/keys/keys.ts";
import { developmentPolicy } from "../../../service/mod.ts";
import { operationHash, splitNonce } from "../../../service/entry_point/codec.ts";
import { addOperation, findOperation } from "../../../service/store/rows/operations.ts";
import { openStore } from "../../../service/store/store.ts";
import {
  call,
  prepare,
  type Reach,
  rpc,
  send,
  sendCalls,
  settled,
  sign,
  status,
  user,
} from "../support/client.ts";
import { type TestServer, testServer } from "../support/postgres.ts";
import { hear, replica } from "./replica.ts";
import { chainOf, spawnService } from "../support/spawn.ts";

const ping: CallJson = {
  to: "0x00000000000000000000000000000000000000aa",
  value: "0x0",
  data: "0x",
};

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until so many processes listen to the database's notifications. */
async function hearEachOther({ service }: Stack, processes: number): Promise<void> {
  await until(`${processes} processes listen`, async () => {
    const { rows } = await sql<{ count: string }>`
      select count(*) from pg_stat_activity
      where datname = current_database() and query in ('listen acct', 'select 1')
    `.execute(service.store);
    return Number(rows[0]!.count) >= processes;
  });
  // They act on it once the database's answer has reached them.
  await pause(300);
}

Deno.test("replicas", async (t) => {
  await using server: TestServer | null = await testServer("replicas");
  if (server === null) return;
  const { url } = server;

  await t.step("ten processes that start concurrently run the migration once", async () => {
    const stores = await Promise.all(Array.from({ length: 10 }, () => openStore(url)));
    const [store] = stores;
    const done = await store!.selectFrom("kysely_migration" as "accounts").selectAll().execute();
    assertEquals(done.length, 1);
    await Promise.all(stores.map((each) => each.destroy()));
  });

  await using stack = await startStack({ database: url });
  const handed = new Map<string, number>();
  const { bundler } = stack;
  const { send: take } = bundler;
  (bundler as { send: typeof take }).send = async (operation) => {
    const id = await take(operation);
    handed.set(id, (handed.get(id) ?? 0) + 1);
    return id;
  };
  await using other = await replica(stack, url);

  await t.step("one sends, the other announces it once, and can read it", async () => {
    const who = user(1300);
    // Both receive each other's messages a moment after their start, and then close old streams.
    await hearEachOther(stack, 2);
    await using here = await hear(stack, who.account.address);
    await using there = await hear(other, who.account.address);
    const id = await sendCalls(stack, who, [ping], { id: "mine" });
    await until("both", () => here.statuses().length > 0 && there.statuses().length > 0);
    assertEquals((await status(other, id)).status, 200);
    assertEquals((await status(other, "mine")).status, 200);
    const second = await sendCalls(other, who, [ping]);
    await until("the second", () => here.statuses().length > 1 && there.statuses().length > 1);
    await pause(300);
    for (const { statuses } of [here, there]) {
      assertEquals(statuses().map((each) => [each.id, each.status]), [[id, 200], [second, 200]]);
    }
    const items = await call<{ index: number }[]>(other, "wallet_getCallsHistory", [{
      address: who.account.address,
    }]);
    assertEquals(items.map(({ index }) => index), [2, 1]);
  });

  await t.step("a process announces its accepted operations to the followers", async () => {
    const followed: number[] = [];
    const bus = postgresBus(stack.service.store, url, {
      receive: (message) => "follow" in message && followed.push(message.follow),
      begin: () => {},
      fail: () => {},
    });
    // This service, both processes.
    await hearEachOther(stack, 3);
    await sendCalls(stack, user(1302), [ping]);
    await until("the announcement", () => followed.includes(stack.chainId));
    await bus.stop();
  });

  await t.step("the longest id of a bundle is kept; who would miss it is asked back", async () => {
    const who = user(1301);
    await using there = await hear(other, who.account.address);
    const random = Array.from({ length: 64 }, () => crypto.getRandomValues(new Uint8Array(64)));
    const long = `0x${random.map((bytes) => bytes.toHex()).join("")}`;
    await sendCalls(stack, who, [ping], { id: long });
    assertEquals((await settled(stack, long)).status, 200);
    assertEquals((await status(other, long)).status, 200);
    await until("the end of the stream", there.ended);
    for (const odd of ["a\0b", "a\ud800"]) {
      const { operation } = await prepare(stack, who, [ping]);
      const { error } = await send(stack, who, await sign(stack, who, operation), odd);
      assertEquals(error?.data?.field, "params[0].id");
    }
  });

  await t.step("20 concurrent requests over both, with a limit of 3, get 3", async () => {
    const apiKey = await createKey(stack.service.store, {
      projectId: "development",
      kind: "pk",
      environment: "test",
      host: new URL(stack.serverUrl).host,
      domains: ["localhost"],
      policy: { ...developmentPolicy, operationsPerDay: 3 },
    });
    const people = Array.from({ length: 20 }, (_, n) => user(1310 + n));
    const prepared = await Promise.all(
      people.map((who, n) => prepare({ ...(n % 2 ? stack : other), apiKey }, who, [ping])),
    );
    assertEquals(prepared.filter(({ sponsor }) => sponsor !== null).length, 3);
  });

  await t.step("one account, prepared through both concurrently: each its own nonce", async () => {
    const who = user(1340);
    await settled(stack, await sendCalls(stack, who, [ping]));
    const prepared = await Promise.all(
      Array.from(
        { length: 6 },
        (_, n) => prepare(n % 2 ? stack : other, who, [ping], { parallel: true }),
      ),
    );
    assertEquals(new Set(prepared.map(({ operation }) => operation.nonce)).size, 6);
  });

  await t.step("the same operation through both concurrently is one", async () => {
    for (let n = 0; n < 5; n++) {
      const who = user(1350 + n);
      const { operation } = await prepare(stack, who, [ping]);
      const signed = await sign(stack, who, operation);
      const both = await Promise.all(
        [stack, other, stack, other].map((reach) => send(reach, who, signed)),
      );
      const ids = new Set(both.map(({ result, error }) => result?.id ?? JSON.stringify(error)));
      assertEquals(ids.size, 1);
      const [id] = ids;
      assertEquals((await settled(other, id!)).status, 200);
      assertEquals(handed.get(id!), 1);
    }
  });

  await t.step("an operation waiting for a deployment is sent once, by any process", async () => {
    const who = user(1360);
    await stack.node.request("evm_setAutomine", [false]);
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push(await sendCalls(n % 2 ? other : stack, who, [ping]));
    // Long enough for both to follow it.
    await pause(1_000);
    await stack.node.request("evm_setAutomine", [true]);
    await stack.node.request("evm_mine");
    for (const id of ids) {
      assertEquals((await settled(other, id)).status, 200);
      assertEquals(handed.get(id), 1, id);
    }
  });

  await t.step("roles: one answers, one follows; both are notified", async () => {
    await using api = await replica(stack, url, { role: "api" });
    await using indexer = await replica(stack, url, { role: "indexer" });
    const { status: none } = await rpc(indexer, "wallet_getCapabilities", []);
    assertEquals(none, 404);
    assertEquals((await fetch(`${indexer.serverUrl}/health`).then((r) => r.json())).ok, true);
    // Only the gateway serves names: the others have no such address, and it has no other.
    await using gateway = await replica(stack, url, { role: "gateway" });
    const statuses = await Promise.all([gateway, api, indexer].map(async ({ serverUrl }) => {
      const response = await fetch(`${serverUrl}/v1/names/0x/0x`);
      return [response.status, (await response.json()).message];
    }));
    assertEquals(statuses.map(([status]) => status), [404, 404, 404]);
    assertEquals(statuses[0]![1], "This service issues no names.");
    assertEquals((await rpc(gateway, "wallet_getCapabilities", [])).status, 404);
    await hearEachOther(stack, 5);
    const who = user(1370);
    await using heard = await hear(api, who.account.address);
    const id = await sendCalls(api, who, [ping]);
    await until("the status", () => heard.statuses().length > 0);
    assertEquals(heard.statuses()[0]!.id, id);
  });

  await t.step("a key that one revokes is rejected by the other, and its streams end", async () => {
    const apiKey = await createKey(stack.service.store, {
      projectId: "development",
      kind: "pk",
      environment: "test",
      host: new URL(stack.serverUrl).host,
      domains: ["localhost"],
      policy: null,
    });
    const reach = { ...other, apiKey };
    await using there = await hear(reach, user(1375).account.address);
    assertEquals((await rpc(reach, "wallet_getCapabilities", [])).error, undefined);
    const { id } = await findKey(stack.service.store, apiKey);
    await revokeKey(stack.service.store, id);
    await until("the end of the stream", there.ended);
    assertEquals(
      (await rpc(reach, "wallet_getCapabilities", [])).error?.data?.cause,
      "key_invalid",
    );
  });

  await t.step("one is killed: the other finishes its accepted operations", async () => {
    const folder = await Deno.makeTempDir();
    const config = join(folder, "config.json");
    await Deno.writeTextFile(
      config,
      JSON.stringify({
        host: new URL(stack.serverUrl).host,
        port: 0,
        database: url,
        chains: [
          // It never reaches the bundler.
          chainOf(stack, { bundlerUrl: "http://127.0.0.1:1" }),
        ],
      }),
    );
    const process = await spawnService(config);
    const killed: Reach = { ...other, serverUrl: process.url };
    await stack.node.request("evm_setAutomine", [false]);
    const who = user(1380);
    // The first is pending already, so the second is accepted and waits.
    const first = await sendCalls(other, who, [ping]);
    const { operation } = await prepare(other, who, [ping]);
    const { result, error } = await send(killed, who, await sign(stack, who, operation));
    assertEquals(error, undefined);
    await process.end("SIGKILL");
    await stack.node.request("evm_setAutomine", [true]);
    await stack.node.request("evm_mine");
    for (const id of [first, result!.id]) {
      assertEquals((await settled(other, id)).status, 200);
    }
    await Deno.remove(folder, { recursive: true });
  });

  await t.step("operations of a crashed process are found by an idle one", async () => {
    await using own = await freshDatabase(url);
    await using _resting = await replica(stack, own.database);
    // It has no pending operations, so it sends no requests.
    await pause(3_000);
    const who = user(1385);
    const { operation } = await prepare(stack, who, [ping]);
    const signed = await sign(stack, who, operation);
    const store = await openStore(own.database);
    const id = operationHash(signed, stack.chainId);
    await addOperation(store, {
      id,
      chainId: stack.chainId,
      operation: signed,
      account: who.account,
      callerId: null,
      keyId: "k",
      nonce: splitNonce(signed.nonce),
      readAt: Date.now(),
      fromBlock: 0,
      standing: () => "submitted",
    });
    await until(
      "it is included",
      async () =>
        (await findOperation(store, { id, keyId: "k", sender: null }))?.state === "included",
      100,
    );
    await store.destroy();
  });

  await t.step("database unreachable: reported within 2 s, without a restart", async () => {
    const who = user(1390);
    await using there = await hear(other, who.account.address);
    const { operation } = await prepare(stack, who, [ping]);
    const signed = await sign(stack, who, operation);
    await server.halt();
    const begin = performance.now();
    const { error } = await send(stack, who, signed);
    assertEquals(error?.data?.cause, "storage_down");
    // Two seconds, on a machine of any speed.
    assertLess(performance.now() - begin, 12_000);
    assertEquals(await fetch(`${stack.serverUrl}/ready`).then((r) => r.status), 503);
    await server.restart();
    const { result } = await send(stack, who, signed);
    assertEquals((await settled(stack, result!.id)).status, 200);
    // Events in between may be lost: a listener is disconnected, and reads the state again.
    await until("the end of the stream", there.ended);
    await using again = await hear(other, who.account.address);
    const next = await sendCalls(stack, who, [ping]);
    await until("the next", () => again.statuses().some((each) => each.id === next));
  });
});
