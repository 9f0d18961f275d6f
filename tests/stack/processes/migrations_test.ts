import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { sql } from "kysely";
import type { MigrationProvider } from "kysely/migration";
import { freshDatabase } from "../../../scripts/stack/database.ts";
import { migrations } from "../../../service/store/migrations.ts";
import { connect } from "../../../service/store/engine/postgres.ts";
import { migrate, openStore } from "../../../service/store/store.ts";
import { testServer } from "../support/postgres.ts";

Deno.test("migrations: several processes that start on an empty database create its tables once", async () => {
  await using server = await testServer("migrations");
  if (server === null) return;
  await using empty = await freshDatabase(server.url);
  await Promise.all(Array.from({ length: 4 }, () => migrate(empty.database)));
  await using store = await openStore(empty.database);
  assertEquals(await store.selectFrom("operations").select("id").execute(), []);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(store);
  assertEquals(rows.map(({ name }) => name), Object.keys(await migrations.getMigrations()));
});

Deno.test("migrations: the error for a role without the right names the grant", async () => {
  await using server = await testServer("migrations");
  if (server === null) return;
  await using own = await freshDatabase(server.url);
  await migrate(own.database);
  const admin = await connect(own.database);
  const role = `acct_${crypto.randomUUID().slice(0, 8)}`;
  await admin.query(`create role ${role} login password 'x'`);
  await admin.query(`grant all on all tables in schema public to ${role}`);
  const url = new URL(own.database);
  const owner = url.username;
  [url.username, url.password] = [role, "x"];
  // The role may use tables that are complete.
  await migrate(url.href);
  const next: MigrationProvider = {
    getMigrations: async () => ({
      ...await migrations.getMigrations(),
      "9999_next": {
        up: (db) => db.schema.alterTable("leases").addColumn("more", "text").execute(),
      },
    }),
  };
  const error = await assertRejects(() => migrate(url.href, next), Error, "start once as");
  assertStringIncludes(error.message, `grant ${owner} to ${role}`);
  await admin.query(`drop owned by ${role}`);
  await admin.query(`drop role ${role}`);
  await admin.end();
});
