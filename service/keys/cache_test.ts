import { assert, assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../core/ground/errors.ts";
import { openTestStore, ownDatabase } from "../../scripts/stack/database.ts";
import { isPostgres } from "../store/engine/postgres.ts";
import { recording } from "../store/testing/plans.ts";
import { openStore, type Store } from "../store/store.ts";
import { createKeyCache } from "./cache.ts";
import { SQLITE_KEPT_MS } from "./changes.ts";
import { createKey, ensureProject, findKey, revokeKey } from "./keys.ts";
import { setKey } from "./projects.ts";

async function freshKey(store: Store): Promise<string> {
  await ensureProject(store, "p", "Project");
  return await createKey(store, {
    projectId: "p",
    kind: "pk",
    environment: "live",
    host: "example.com",
    domains: ["https://app.org"],
    policy: null,
  });
}

const causeOf = async (work: () => Promise<unknown>) =>
  (await assertRejects(work, AcctError)).data.cause;

Deno.test("key cache: a key is read once in some seconds", async () => {
  await using store = await openTestStore();
  const text = await freshKey(store);
  const recorded = recording(store);
  let now = 0;
  const keys = createKeyCache(recorded.store, () => now);
  const reads = () => recorded.queries.filter(({ sql }) => /from "keys"/.test(sql)).length;
  for (let n = 0; n < 50; n++) await keys.find(text);
  assertEquals(reads(), 1);
  now = 5_000;
  await keys.find(text);
  assertEquals(reads(), 2);
  // However late the database answers, its answer is not kept for longer.
  now = 10_000;
  const late = keys.find(text);
  now = 14_000;
  await late;
  now = 15_000;
  await keys.find(text);
  assertEquals(reads(), 4);
  // Texts that are no key are not remembered, so that it costs no memory.
  for (let n = 0; n < 2; n++) assertEquals(await causeOf(() => keys.find("x")), "key_invalid");
  assertEquals(reads(), 6);
});

Deno.test("key cache: a change of this process takes effect immediately", async () => {
  await using store = await openTestStore();
  const text = await freshKey(store);
  const keys = createKeyCache(store);
  const { id } = await keys.find(text);
  await setKey(store, id, { domains: ["https://other.org"], policy: null });
  assertEquals((await keys.find(text)).domains, ["https://other.org"]);
  // The same applies while it is being read.
  const [found] = await Promise.all([keys.find(text), revokeKey(store, id)]);
  assertEquals(found.id, id);
  assertEquals(await causeOf(() => keys.find(text)), "key_invalid");
});

Deno.test("key cache: a revocation by another process on the same file takes effect immediately", async () => {
  await using own = await ownDatabase({ file: true });
  // PostgreSQL notifies the process; `tests/stack/processes/replicas_test.ts` shows it.
  if (isPostgres(own.database)) return;
  await using store = await openStore(own.database);
  await using other = await openStore(own.database);
  const text = await freshKey(store);
  const keys = createKeyCache(store);
  const { id } = await keys.find(text);
  assertEquals((await findKey(other, text)).id, id);
  await revokeKey(other, id);
  assertEquals(await causeOf(() => keys.find(text)), "key_invalid");
});

Deno.test("key cache: requests that start after another process changed a key never get the old one", async () => {
  await using own = await ownDatabase({ file: true });
  if (isPostgres(own.database)) return;
  await using store = await openStore(own.database);
  await using other = await openStore(own.database);
  const text = await freshKey(store);
  const keys = createKeyCache(store);
  const { id } = await keys.find(text);
  // The change can happen at any moment between two polls.
  for (let n = 0; n < 8; n++) {
    const domains = [`https://app${n}.org`];
    let changed = false;
    const change = setKey(other, id, { domains, policy: null }).then(() => changed = true);
    while (!changed) {
      await keys.find(text);
      await new Promise((resolve) => setTimeout(resolve, n % 4));
    }
    await change;
    assertEquals((await keys.find(text)).domains, domains);
  }
});

Deno.test("key cache: requests at the same time read a key once", async () => {
  await using store = await openTestStore();
  const text = await freshKey(store);
  const recorded = recording(store);
  let now = 0;
  const keys = createKeyCache(recorded.store, () => now);
  const reads = () => recorded.queries.filter(({ sql }) => /from "keys"/.test(sql)).length;
  for (const many of [1, 2, 3]) {
    const found = await Promise.all(Array.from({ length: 20 }, () => keys.find(text)));
    assertEquals([new Set(found.map(({ id }) => id)).size, reads()], [1, many]);
    now += 5_000;
  }
  // All are rejected like one of them.
  const refused = await Promise.all([1, 2, 3].map(() => causeOf(() => keys.find("x"))));
  assertEquals(refused, Array<string>(3).fill("key_invalid"));
  // A request that came after a change gets the changed key, independent of concurrent reads.
  const { id } = await keys.find(text);
  now += 5_000;
  const early = keys.find(text);
  const change = setKey(store, id, { domains: ["https://other.org"], policy: null });
  await Promise.all([early, change]);
  assertEquals((await keys.find(text)).domains, ["https://other.org"]);
});

Deno.test("key cache: a timed-out lookup is not restarted before it ends", async () => {
  await using store = await openTestStore();
  const text = await freshKey(store);
  const answered = Promise.withResolvers<void>();
  let reads = 0;
  const slow = store.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      reads++;
      await answered.promise;
      return result;
    },
  });
  const keys = createKeyCache(slow, () => 0);
  for (let n = 0; n < 2; n++) assertEquals(await causeOf(() => keys.find(text)), "storage_down");
  // Each would use a connection: a few keys were enough to use all of them.
  assertEquals(reads, 1);
  answered.resolve();
  // A late answer is cached.
  assertEquals((await keys.find(text)).id, (await findKey(store, text)).id);
  await keys.find(text);
  assertEquals(reads, 1);
});

Deno.test("key cache: a request waits for no transaction", async () => {
  await using own = await ownDatabase({ file: true });
  await using store = await openStore(own.database);
  const text = await freshKey(store);
  const keys = createKeyCache(store);
  const order: string[] = [];
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = store.transaction().execute(async (tx) => {
    await ensureProject(tx, "q", "Other");
    begun.resolve();
    await end.promise;
    order.push("transaction");
  });
  await begun.promise;
  // It fails instead of waiting forever.
  const late = setTimeout(end.resolve, 5_000);
  for (let n = 0; n < 2; n++) await keys.find(text).then(() => order.push("key"));
  clearTimeout(late);
  end.resolve();
  await writing;
  assertEquals(order, ["key", "key", "transaction"]);
});

Deno.test("key cache: a key that a tool changed in the file is read again within a second", async () => {
  await using own = await ownDatabase({ file: true });
  if (isPostgres(own.database)) return;
  await using store = await openStore(own.database);
  await using tool = await openStore(own.database);
  const text = await freshKey(store);
  let now = 0;
  const keys = createKeyCache(store, () => now);
  const { id } = await keys.find(text);
  // The tool waits until the service has read it again.
  const begin = performance.now();
  assertEquals(await revokeKey(tool, id), true);
  assert(performance.now() - begin >= SQLITE_KEPT_MS);
  now = SQLITE_KEPT_MS - 1;
  assertEquals((await keys.find(text)).id, id);
  now = SQLITE_KEPT_MS;
  await assertRejects(() => keys.find(text));
});
