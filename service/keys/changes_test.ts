import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type { Schema } from "../store/schema.ts";
import { announceKeyChange, HEARD_MS, onKeyChange } from "./changes.ts";

/** A PostgreSQL store that finds no rows. */
function emptyPostgres(onQuery: (sql: string) => void): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => onQuery(query.sql),
  });
}

Deno.test("key changes: on PostgreSQL a change resolves after the other processes were notified", async () => {
  using time = new FakeTime();
  const said: string[] = [];
  const store = emptyPostgres((sql) => said.push(sql.includes("pg_notify") ? "notified" : sql));
  onKeyChange(store, (id) => said.push(`heard ${id}`));
  const announced = announceKeyChange(store, "k").then(() => said.push("resolved"));
  await time.tickAsync(HEARD_MS - 1);
  // This process is notified first and immediately.
  assertEquals(said, ["heard k", "notified"]);
  await time.tickAsync(1);
  await announced;
  assertEquals(said, ["heard k", "notified", "resolved"]);
  await store.destroy();
});
