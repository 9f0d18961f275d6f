import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { AcctError } from "../../../core/ground/errors.ts";
import { openStore } from "../store.ts";

Deno.test("sqlite: transactions that read before they write never interleave", async () => {
  const store = await openStore(":memory:");
  await store.insertInto("accounts").values({ address: "a", next_index: 0 }).execute();
  await Promise.all(Array.from({ length: 50 }, () =>
    store.transaction().execute(async (tx) => {
      const { next_index } = await tx.selectFrom("accounts").selectAll().executeTakeFirstOrThrow();
      await new Promise((resolve) => setTimeout(resolve, 0));
      await tx.updateTable("accounts").set({ next_index: next_index + 1 }).execute();
    })));
  const { next_index } = await store.selectFrom("accounts").selectAll().executeTakeFirstOrThrow();
  assertEquals(next_index, 50);
  await store.destroy();
});

Deno.test("sqlite: a full disk is reported, and existing rows stay", async () => {
  const store = await openStore(":memory:");
  await store.insertInto("projects").values({ id: "p", name: "kept", created_at: 1 }).execute();
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store);
  await sql.raw(`pragma max_page_count = ${rows[0]!.page_count + 1}`).execute(store);
  const fill = () =>
    store.transaction().execute(async (tx) => {
      for (let n = 0; n < 1_000; n++) {
        await tx.insertInto("projects").values({
          id: `${crypto.randomUUID()}`,
          name: "x".repeat(500),
          created_at: 1,
        }).execute();
      }
    });
  const error = await assertRejects(fill, AcctError);
  assertEquals(error.data.cause, "storage_full");
  // Rolled back completely, and the connection still works.
  assertEquals((await store.selectFrom("projects").select("id").execute()).map((p) => p.id), ["p"]);
  await store.destroy();
});

Deno.test("sqlite: a lock of another process blocks writes only", async () => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "file.sqlite");
  await using store = await openStore(path);
  const other = new DatabaseSync(path);
  const add = (id: string) =>
    store.insertInto("projects").values({ id, name: "n", created_at: 1 }).execute();
  other.exec("begin immediate");
  const waiting = store.transaction().execute((tx) =>
    tx.insertInto("projects").values({ id: "a", name: "n", created_at: 1 }).execute()
  );
  // The process continues in the meantime.
  let turns = 0;
  for (; turns < 10; turns++) await new Promise((resolve) => setTimeout(resolve, 5));
  other.exec("commit");
  await waiting;
  // A lock that blocks for too long is reported.
  other.exec("begin immediate");
  const { data } = await assertRejects(() => add("b"), AcctError);
  assertEquals(data.cause, "storage_down");
  other.exec("rollback");
  await add("c");
  other.close();
  const rows = await store.selectFrom("projects").select("id").orderBy("id").execute();
  assertEquals(rows.map(({ id }) => id), ["a", "c"]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("sqlite: a transaction waits five seconds for another one, and then fails", async () => {
  await using store = await openStore(":memory:");
  const add = (id: string) =>
    store.insertInto("projects").values({ id, name: "n", created_at: 1 }).execute();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const holding = store.transaction().execute(async (tx) => {
    await tx.insertInto("projects").values({ id: "a", name: "n", created_at: 1 }).execute();
    await released;
  });
  const since = performance.now();
  const refusals = await Promise.all([
    assertRejects(() => add("b"), AcctError),
    assertRejects(() => store.transaction().execute(() => Promise.resolve()), AcctError),
  ]);
  const waited = performance.now() - since;
  assertEquals([waited >= 4_900, waited < 8_000], [true, true], `${waited}`);
  for (const { message, data } of refusals) {
    assertEquals(data.cause, "storage_down");
    assertStringIncludes(message, "The write waited 5 seconds for other transactions.");
  }
  // A failed wait does not change the order of the others.
  const waiting = Promise.all([add("c"), add("d")]);
  release();
  await holding;
  await waiting;
  const rows = await store.selectFrom("projects").select("id").orderBy("id").execute();
  assertEquals(rows.map(({ id }) => id), ["a", "c", "d"]);
});

Deno.test("sqlite: the file keeps rows between runs, migrations run once", async () => {
  const path = await Deno.makeTempFile({ suffix: ".sqlite" });
  try {
    const first = await openStore(path);
    await first.insertInto("projects").values({ id: "p", name: "n", created_at: 1 }).execute();
    await first.destroy();
    const second = await openStore(path);
    assertEquals((await second.selectFrom("projects").selectAll().execute()).length, 1);
    await second.destroy();
  } finally {
    for (const end of ["", "-wal", "-shm"]) await Deno.remove(path + end).catch(() => {});
  }
});
