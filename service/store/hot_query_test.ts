import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../core/protocol/errors.ts";
import { ownDatabase } from "../../scripts/stack/database.ts";
import { hotQuery } from "./hot_query.ts";
import { openStore } from "./store.ts";

Deno.test("hot query: it is built once per store, and runs with the values of each call", async () => {
  await using own = await ownDatabase();
  const store = await openStore(own.database);
  try {
    await store.insertInto("projects").values([
      { id: "a", name: "A", created_at: 1 },
      { id: "b", name: "B", created_at: 2 },
      { id: "c", name: "A", created_at: 3 },
    ]).execute();
    let built = 0;
    const named = hotQuery((store, values: { name: string; after: number; limit: number }) => {
      built += 1;
      return store.selectFrom("projects").select(["id", "name"])
        .where("name", "=", values.name)
        .where("created_at", ">", values.after)
        .where("id", "!=", "z")
        .orderBy("created_at", "desc").limit(values.limit);
    });
    const of = async (name: string, after: number, limit: number) =>
      (await named(store, { name, after, limit })).map(({ id }) => id);
    assertEquals(await of("A", 0, 9), ["c", "a"]);
    assertEquals(await of("A", 0, 1), ["c"]);
    assertEquals(await of("A", 1, 9), ["c"]);
    assertEquals(await of("B", 0, 9), ["b"]);
    assertEquals(await of("A' or 1=1 --", 0, 9), []);
    assertEquals(built, 1);
    const both = await Promise.all([of("A", 0, 9), of("B", 0, 9), of("A", 2, 9)]);
    assertEquals(both, [["c", "a"], ["b"], ["c"]]);
    await store.transaction().execute(async (inside) => {
      assertEquals(await named(inside, { name: "B", after: 0, limit: 1 }), [{
        id: "b",
        name: "B",
      }]);
    });
    assertEquals(await of("B", 0, 9), ["b"]);
  } finally {
    await store.destroy();
  }
});

const byName = hotQuery((store, values: { name: string }) =>
  store.selectFrom("projects").select("id").where("name", "=", values.name)
);

for (const file of [true, false]) {
  const kind = file ? "a file" : "memory";
  Deno.test(`hot query: in ${kind} it sees what was committed, and fails once it is closed`, async () => {
    await using own = file ? await ownDatabase({ file }) : null;
    const store = await openStore(own?.database ?? ":memory:");
    const ids = async () => (await byName(store, { name: "A" })).map(({ id }) => id);
    const add = (id: string) =>
      store.insertInto("projects").values({ id, name: "A", created_at: 1 });
    await add("a").execute();
    assertEquals(await ids(), ["a"]);
    await store.transaction().execute(async (inside) => {
      await inside.insertInto("projects").values({ id: "b", name: "A", created_at: 2 }).execute();
      assertEquals((await byName(inside, { name: "A" })).length, 2);
      // In memory it waits for the end of the transaction.
      if (file) assertEquals(await ids(), ["a"]);
    });
    assertEquals(await ids(), ["a", "b"]);
    const error = await assertRejects(() => byName(store, { name: "\0" }), AcctError);
    assertEquals(error.data.cause, "invalid_params");
    await store.destroy();
    await assertRejects(() => byName(store, { name: "A" }));
  });
}
