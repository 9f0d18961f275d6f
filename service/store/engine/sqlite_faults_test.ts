import { assert, assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Kysely, sql } from "kysely";
import { type Migration, type MigrationProvider, Migrator } from "kysely/migration";
import { AcctError } from "../../../core/ground/errors.ts";
import { openStore } from "../store.ts";
import { openPairs, type Pairs } from "../testing/pairs.ts";

/** The file, with inserts into its table. */
async function openScene() {
  const file = await openPairs();
  const add = (id: number, text = "t", on: Kysely<Pairs> = file.store) =>
    on.insertInto("pairs").values({ id, text }).execute();
  return { ...file, add };
}

const causeOf = async (work: () => Promise<unknown>) =>
  (await assertRejects(work, AcctError)).data.cause;

Deno.test("sqlite: a transaction that SQLite rolled back leaves no rows, for any following steps", async () => {
  await using scene = await openScene();
  const { store, add, ids } = scene;
  await add(1);
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store);
  await sql.raw(`pragma max_page_count = ${rows[0]!.page_count + 1}`).execute(store);
  const large = "x".repeat(60_000);
  const works: ((tx: Kysely<Pairs>) => Promise<unknown>)[] = [
    (tx) => Promise.all([add(2, "t", tx), add(3, large, tx), add(4, "t", tx)]),
    async (tx) => {
      await add(2, large, tx).catch(() => {});
      await add(3, "t", tx);
    },
    async (tx) => {
      await add(2, large, tx).catch(() => {});
      await tx.deleteFrom("pairs").execute().catch(() => {});
    },
    async (tx) => {
      await add(2, large, tx).catch(() => {});
      await sql`insert into pairs values (5, 't')`.execute(tx).catch(() => {});
    },
  ];
  for (const [at, work] of works.entries()) {
    const cause = await causeOf(() => store.transaction().execute(work));
    assertEquals(cause, at === 0 ? "storage_full" : "storage_down", `${at}`);
    assertEquals(await ids(), [1], `${at}`);
  }
  // The handle still works, in a transaction and without one.
  await store.transaction().execute((tx) => add(6, "t", tx));
  await add(7);
  assertEquals(await ids(), [1, 6, 7]);
});

Deno.test("sqlite: all that wait for a locked file fail at the same time", async () => {
  await using scene = await openScene();
  const { store, other, add, ids } = scene;
  other.exec("begin immediate");
  const order: string[] = [];
  const writing = Array.from({ length: 12 }, (_, id) => {
    const write = id % 2 === 0 ? add(id) : store.transaction().execute((tx) => add(id, "t", tx));
    return causeOf(() => write).then((cause) => order.push(cause));
  });
  const begin = performance.now();
  await Promise.all(writing);
  // Not five seconds each.
  assert(performance.now() - begin < 9_000);
  assertEquals(order, Array<string>(12).fill("storage_down"));
  other.exec("rollback");
  await add(20);
  await add(21);
  assertEquals(await ids(), [20, 21]);
});

Deno.test("sqlite: a text with U+0000 is rejected, as on PostgreSQL", async () => {
  await using scene = await openScene();
  const { store, add, ids } = scene;
  for (const text of ["\0", "a\0b", "ab\0"]) {
    assertEquals(await causeOf(() => add(1, text)), "invalid_params");
    const find = () => store.selectFrom("pairs").selectAll().where("text", "=", text).execute();
    assertEquals(await causeOf(find), "invalid_params");
  }
  assertEquals(await ids(), []);
});

Deno.test("sqlite: migrations that fail or are killed midway leave nothing", async () => {
  await using scene = await openScene();
  const { store, other } = scene;
  const step = (work: (db: Kysely<unknown>) => Promise<unknown>): Migration => ({
    up: async (db) => void await work(db),
  });
  const first = step((db) => sql`create table made (id integer)`.execute(db));
  const migrate = (last: Migration) => {
    const provider: MigrationProvider = {
      getMigrations: () => Promise.resolve({ "1": first, "2": last }),
    };
    return new Migrator({ db: store, provider }).migrateToLatest();
  };
  const { error } = await migrate(step((db) => sql`create table made (id integer)`.execute(db)));
  assertEquals((error as Error).message, "table made already exists");
  const tables = other.prepare("select name from sqlite_master where name = 'made'").all();
  assertEquals(tables, []);
  const { error: none } = await migrate(step((db) => sql`drop table made`.execute(db)));
  assertEquals(none, undefined);
});

Deno.test("sqlite: of several that open a new file concurrently, one migrates it", async () => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "file.sqlite");
  const stores = await Promise.allSettled([1, 2, 3, 4].map(() => openStore(path)));
  assertEquals(stores.map(({ status }) => status), Array<string>(4).fill("fulfilled"));
  for (const store of stores) if (store.status === "fulfilled") await store.value.destroy();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("sqlite: a file that another process has locked is opened and read all the same", async () => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "file.sqlite");
  await (await openStore(path)).destroy();
  const other = new DatabaseSync(path);
  other.exec("begin immediate");
  {
    await using store = await openStore(path);
    assertEquals(await store.selectFrom("keys").select("id").execute(), []);
  }
  other.exec("rollback");
  // A database changed by a newer service is rejected as before.
  other.exec("insert into kysely_migration values ('999_newer', '2030-01-01T00:00:00.000Z')");
  other.close();
  await assertRejects(() => openStore(path), Error, "999_newer");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("sqlite: work during and after closing fails with storage_down", async () => {
  const file = `${await Deno.makeTempDir()}/closed.sqlite`;
  const store = await openStore(file);
  const read = () => store.selectFrom("permission_progress").selectAll().execute();
  const write = (number: number) =>
    store.insertInto("permission_progress").values({ chain_id: number, block_number: 1 }).execute();
  await write(1);
  const closing = [store.destroy(), store.destroy()];
  assertEquals(await causeOf(read), "storage_down");
  await Promise.all(closing);
  for (const work of [read, () => write(2), () => store.transaction().execute(read)]) {
    assertEquals(await causeOf(work), "storage_down");
  }
  await using again = await openStore(file);
  assertEquals((await again.selectFrom("permission_progress").selectAll().execute()).length, 1);
});

Deno.test("sqlite: on closing, queued work fails immediately, and running work is written", async () => {
  await using scene = await openScene();
  const { store, other, add } = scene;
  other.exec("begin immediate");
  const first = add(0);
  const waiting = [add(1), store.transaction().execute((tx) => add(2, "t", tx)), add(3)];
  // Refused below.
  for (const each of waiting) each.catch(() => {});
  await store.selectFrom("pairs").selectAll().execute();
  const closing = scene.close();
  for (const each of waiting) assertEquals(await causeOf(() => each), "storage_down");
  // After the first has waited for five seconds, it would fail too.
  other.exec("rollback");
  await first;
  await closing;
  assertEquals(other.prepare("select id from pairs").all().map(({ id }) => id), [0]);
});
