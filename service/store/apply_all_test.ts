import { assertEquals, assertRejects } from "@std/assert";
import type { CompiledQuery } from "kysely";
import { ownDatabase } from "../../scripts/stack/database.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { applyAll, type Step } from "./apply_all.ts";
import { openStore, type Store } from "./store.ts";

const project = (store: Store, id: string): CompiledQuery =>
  store.insertInto("projects").values({ id, name: id, created_at: 1 })
    .onConflict((on) => on.column("id").doNothing()).compile();
const named = (store: Store, from: string, to: string): CompiledQuery =>
  store.updateTable("projects").set({ name: to }).where("name", "=", from).returning("id")
    .compile();
const step = (query: CompiledQuery, count = 1): Step => ({ query, count });
const names = async (store: Store) =>
  (await store.selectFrom("projects").select("name").orderBy("name").execute())
    .map(({ name }) => name);

for (const file of [true, false]) {
  const kind = file ? "a file" : "memory";
  Deno.test(`apply all: in ${kind}, all statements apply or none`, async () => {
    await using own = await ownDatabase({ file });
    const store = await openStore(own.database);
    try {
      const both = await applyAll(store, [
        step(project(store, "a")),
        step(project(store, "b")),
        step(named(store, "b", "c")),
      ]);
      assertEquals(both, { failed: null, rows: [[], [], [{ id: "b" }]] });
      assertEquals(await names(store), ["a", "c"]);
      const failures: (number | null)[] = [];
      // It changes fewer or more rows than declared, or is the first or the last one.
      for (
        const steps of [
          [step(project(store, "d")), step(named(store, "x", "y"))],
          [step(project(store, "a")), step(project(store, "d"))],
          [step(project(store, "d")), step(named(store, "a", "b"), 2)],
          [step(named(store, "a", "b"), 0), step(project(store, "d"))],
        ]
      ) {
        const { failed } = await applyAll(store, steps);
        failures.push(failed);
        assertEquals(await names(store), ["a", "c"]);
      }
      assertEquals(failures, [1, 0, 1, 0]);
      assertEquals(await applyAll(store, []), { failed: null, rows: [] });
    } finally {
      await store.destroy();
    }
  });

  Deno.test(`apply all: in ${kind}, an error rolls back earlier steps, and the next write works`, async () => {
    await using own = await ownDatabase({ file });
    const store = await openStore(own.database);
    try {
      const twice = store.insertInto("projects").values([
        { id: "x", name: "x", created_at: 1 },
        { id: "x", name: "x", created_at: 1 },
      ]).compile();
      await assertRejects(() => applyAll(store, [step(project(store, "a")), step(twice, 2)]));
      const nul = project(store, "\0");
      const error = await assertRejects(
        () => applyAll(store, [step(project(store, "a")), step(nul)]),
        AcctError,
      );
      assertEquals(error.data.cause, "invalid_params");
      assertEquals(await names(store), []);
      await applyAll(store, [step(project(store, "a"))]);
      await store.transaction().execute((tx) => tx.executeQuery(project(store, "b")));
      assertEquals(await names(store), ["a", "b"]);
    } finally {
      await store.destroy();
    }
  });

  Deno.test(`apply all: in ${kind}, it waits for transactions, and they for it`, async () => {
    await using own = await ownDatabase({ file });
    const store = await openStore(own.database);
    try {
      await applyAll(store, [step(project(store, "a"))]);
      const add = store.updateTable("projects").where("id", "=", "a")
        .set((eb) => ({ created_at: eb("created_at", "+", 1) })).compile();
      const undone = { query: add, count: 2 };
      await Promise.all(Array.from({ length: 60 }, async (_, at) => {
        if (at % 3 === 0) await applyAll(store, [step(add), step(add)]);
        else if (at % 3 === 1) await applyAll(store, [step(add), undone]);
        else {
          await store.transaction().execute(async (tx) => {
            await tx.executeQuery(add);
            await tx.executeQuery(add);
          });
        }
      }));
      const [row] = await store.selectFrom("projects").select("created_at").execute();
      assertEquals(Number(row!.created_at), 81);
    } finally {
      await store.destroy();
    }
  });
}

Deno.test("apply all: it uses a separate transaction, and refuses to join another", async () => {
  const store = await openStore(":memory:");
  try {
    await assertRejects(
      () => store.transaction().execute((tx) => applyAll(tx, [step(project(tx, "a"))])),
      Error,
      "one by one",
    );
    assertEquals(await names(store), []);
  } finally {
    await store.destroy();
  }
  await assertRejects(() => applyAll(store, [step(project(store, "a"))]), AcctError);
});
