import { assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { AcctError } from "../../core/protocol/errors.ts";
import { openStore } from "./store.ts";

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

Deno.test("sqlite: a full disk is named, and what was there stays", async () => {
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
  // Rolled back as a whole, and the connection still works.
  assertEquals((await store.selectFrom("projects").select("id").execute()).map((p) => p.id), ["p"]);
  await store.destroy();
});

Deno.test("sqlite: a lock of another process stops writes, and nothing else", async () => {
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
  // The process goes on meanwhile.
  let turns = 0;
  for (; turns < 10; turns++) await new Promise((resolve) => setTimeout(resolve, 5));
  other.exec("commit");
  await waiting;
  // One that is held for too long is named.
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
