import { assertEquals } from "@std/assert";
import { openTestStore } from "../../scripts/stack/database.ts";
import { fill, ROWS } from "./testing/fill.ts";
import { recording, scansOf } from "./testing/plans.ts";
import { useAll } from "./testing/uses.ts";

Deno.test("query plans", async (t) => {
  await using store = await openTestStore();
  await fill(store);

  await t.step("a query that reads a table whole is found", async () => {
    const query = store.selectFrom("operations").select("id").where("reason", "=", "why").compile();
    assertEquals((await scansOf(store, query)).length, 1);
  });

  await t.step(`no query reads a growing table whole, at ${ROWS} rows`, async () => {
    const recorded = recording(store);
    await useAll(recorded.store);
    const queries = new Map(recorded.queries.map((query) => [query.sql, query]));
    const scans: string[] = [];
    for (const query of queries.values()) {
      if (/^\s*(select|insert|update|delete|with)\b/.test(query.sql)) {
        scans.push(...await scansOf(store, query));
      }
    }
    assertEquals(scans, []);
    assertEquals(queries.size > 100, true, `only ${queries.size} queries were seen`);
  });
});
