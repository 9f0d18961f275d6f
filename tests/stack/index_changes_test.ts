import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { sql } from "kysely";
import { freshDatabase } from "../../scripts/stack/database.ts";
import { migrations } from "../../service/store/migrations.ts";
import { connect, type PgClient } from "../../service/store/postgres.ts";
import { migrate, openStore, type Store } from "../../service/store/store.ts";
import { testServer } from "./postgres.ts";

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Indexes that the newest steps make, and those that they drop, with their definitions. */
const made = [
  "counters_subjects",
  "counters_totals",
  "permission_ends_of",
  "sponsorships_ended",
];
const dropped = {
  counters_day: "counters (day, kind)",
  permission_ends_account: "permission_ends (account)",
  sponsorships_day: "sponsorships (day)",
};

/** Brings a database back to what it was before those steps, with some rows. */
async function undo(store: Store): Promise<void> {
  for (const name of made) await sql`drop index ${sql.raw(name)}`.execute(store);
  for (const [name, on] of Object.entries(dropped)) {
    await sql`create index ${sql.raw(name)} on ${sql.raw(on)}`.execute(store);
  }
  await sql`delete from kysely_migration where name in
    ('0025_ended_permissions', '0026_expiry_indexes')`.execute(store);
  await sql`insert into counters (owner, day, kind, subject, used)
    select 'k', n, 'sender', '', 1 from generate_series(1, 1000) n on conflict do nothing`
    .execute(store);
}

/** Asserts that the indexes are those that the steps leave, and that they work. */
async function assertChanged(store: Store): Promise<void> {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select relname as name, indisvalid as valid from pg_index
    join pg_class on pg_class.oid = indexrelid
    where relname in (${sql.join([...made, ...Object.keys(dropped)])}) order by relname`
    .execute(store);
  assertEquals(rows, made.map((name) => ({ name, valid: true })));
}

/** Begins a transaction that writes to the tables, and leaves it open. */
async function beginWriting(url: string): Promise<PgClient> {
  const client = await connect(url);
  await client.query("begin");
  await client.query("update counters set used = 2 where day = 1");
  await client.query("update sponsorships set sent = 1");
  await client.query("update permission_ends set position = 1");
  return client;
}

/** Resolves once a connection waits for another one. */
async function somethingWaits(store: Store): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(20)) {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(store);
    if (rows.length > 0) return;
  }
  throw new Error("nothing waits");
}

Deno.test("index changes: readers and writers wait for none of them", async () => {
  await using server = await testServer("index changes");
  if (server === null) return;
  await using own = await freshDatabase(server.url);
  await using store = await openStore(own.database);
  await undo(store);
  const writer = await beginWriting(own.database);
  const migrating = migrate(own.database);
  migrating.catch(() => {});
  await somethingWaits(store);
  const other = await connect(own.database);
  await other.query("set lock_timeout = '5s'");
  for (const table of ["counters", "sponsorships", "permission_ends"]) {
    await other.query(`select count(*) from ${table}`);
    await other.query(`delete from ${table} where false`);
  }
  await other.query("update counters set used = 3 where day = 2");
  await other.end();
  await writer.query("commit");
  await writer.end();
  await migrating;
  await assertChanged(store);
});

Deno.test("index changes: what was interrupted is done again, and several processes do it once", async () => {
  await using server = await testServer("index changes");
  if (server === null) return;
  await using own = await freshDatabase(server.url);
  await using store = await openStore(own.database);
  await undo(store);
  // An interrupted build leaves an index without use, which is kept up to date all the same.
  const writer = await beginWriting(own.database);
  const killed = await connect(own.database);
  await killed.query("set statement_timeout = '200ms'");
  await assertRejects(() =>
    killed.query(
      "create index concurrently counters_totals on counters (day, kind) where subject = ''",
    )
  );
  await killed.end();
  await writer.query("rollback");
  await writer.end();
  const { rows } = await sql`select 1 from pg_index where not indisvalid`.execute(store);
  assertEquals(rows.length, 1);
  await Promise.all(Array.from({ length: 4 }, () => migrate(own.database)));
  await assertChanged(store);
  // One that was killed after the old ones were dropped, and before the step was noted.
  await sql`delete from kysely_migration where name = '0026_expiry_indexes'`.execute(store);
  await migrate(own.database);
  await assertChanged(store);
  // Several at once on an empty database.
  await using empty = await freshDatabase(server.url);
  await Promise.all(Array.from({ length: 4 }, () => migrate(empty.database)));
  await using fresh = await openStore(empty.database);
  await assertChanged(fresh);
});

Deno.test("index changes: a start that waits says for what, and a role without the right what to do", async () => {
  await using server = await testServer("index changes");
  if (server === null) return;
  await using own = await freshDatabase(server.url);
  await using store = await openStore(own.database);
  await undo(store);
  const writer = await beginWriting(own.database);
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const { rows: [{ pid }] } = await writer.query("select pg_backend_pid() as pid") as {
    rows: [{ pid: number }];
  };
  const starts = [first, second].map(({ resolve }) =>
    migrate(own.database, migrations, { onWait: resolve })
  );
  for (const said of [first, second]) {
    assertMatch(await said.promise, new RegExp(`older transaction .connection ${pid}, .*idle in`));
  }
  await writer.query("commit");
  await Promise.all(starts);
  await assertChanged(store);

  await undo(store);
  const role = `acct_${crypto.randomUUID().slice(0, 8)}`;
  await writer.query(`create role ${role} login password 'x'`);
  await writer.query(`grant all on all tables in schema public to ${role}`);
  const url = new URL(own.database);
  const owner = url.username;
  [url.username, url.password] = [role, "x"];
  const error = await assertRejects(() => migrate(url.href), Error, "start once as");
  assertStringIncludes(error.message, `grant ${owner} to ${role}`);
  await writer.query(`drop owned by ${role}`);
  await writer.query(`drop role ${role}`);
  await writer.end();
});
