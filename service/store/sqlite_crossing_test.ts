import { assert, assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import type { SqliteResult, SqliteValue } from "./sqlite_messages.ts";
import { createSqliteThread, SqliteThreadEnded } from "./sqlite_thread.ts";
import { withFile } from "./testing/with_file.ts";

Deno.test("sqlite thread: what cannot be passed fails alone, and long and binary values come as they are", async () => {
  await withFile(async (path) => {
    const thread = createSqliteThread();
    await thread.ask({ kind: "open", path, readOnly: false });
    await thread.ask({ kind: "run", sql: "create table empty (id)", parameters: [] });
    const reader = createSqliteThread();
    await reader.ask({ kind: "open", path, readOnly: true });
    const values = [
      1,
      -0,
      'ä\u2028\\"',
      new Uint8Array([1, 255]),
      "x".repeat(300_000),
      null,
      -1.5,
      "",
    ];
    const wrong = [Symbol("s"), undefined, () => {}];
    for (const { ask } of [thread, reader]) {
      for (let round = 0; round < 20; round++) {
        const results = await Promise.allSettled(
          [...values, ...wrong, ...values].map((value) =>
            ask({ kind: "run", sql: "select ?", parameters: [value as SqliteValue] })
          ),
        );
        assertEquals(
          results.map((result) =>
            result.status === "fulfilled" ? result.value.rows![0]![0] : "refused"
          ),
          [...values, ...wrong.map(() => "refused"), ...values],
        );
      }
    }
    await Promise.all([thread.end(), reader.end()]);
  });
});

Deno.test("sqlite thread: a process ends by itself with a database open, whether or not it waits for an answer", async () => {
  await withFile(async (path) => {
    for (const rest of ["await store.read();", "await store.read(); void store.read();"]) {
      const code = `
        const { createSqliteThread } = await import(${
        JSON.stringify(new URL("./sqlite_thread.ts", import.meta.url).href)
      });
        const thread = createSqliteThread();
        await thread.ask({ kind: "open", path: ${JSON.stringify(path)}, readOnly: false });
        const store = { read: () => thread.ask({ kind: "run", sql: "select 1", parameters: [] }) };
        ${rest}
        console.log("done");`;
      const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["eval", "--quiet", code],
      }).output();
      assertEquals(new TextDecoder().decode(stderr), "");
      assertEquals([success, new TextDecoder().decode(stdout)], [true, "done\n"]);
    }
  });
});

Deno.test("sqlite thread: what comes after the request to close ends, what came before is done", async () => {
  const thread = createSqliteThread();
  await thread.ask({ kind: "open", path: ":memory:", readOnly: false });
  const before = thread.ask({ kind: "run", sql: "select 1", parameters: [] });
  const closing = thread.ask({ kind: "close" });
  const error = await assertRejects(() =>
    thread.ask({ kind: "run", sql: "select 2", parameters: [] })
  );
  assertInstanceOf(error, SqliteThreadEnded);
  assertEquals((await before).rows, [[1]]);
  await closing;
  await thread.end();
});

/** Opens a thread with a database in memory. */
async function openThread() {
  const thread = createSqliteThread();
  await thread.ask({ kind: "open", path: ":memory:", readOnly: false });
  const run = (sql: string, ...parameters: unknown[]) =>
    thread.ask({ kind: "run", sql, parameters: parameters as SqliteValue[] });
  return { thread, run, [Symbol.asyncDispose]: () => thread.end() };
}

/** Returns the first value of each result, or the message of its error. */
async function valuesOf(results: Promise<SqliteResult>[]): Promise<unknown[]> {
  return (await Promise.allSettled(results)).map((result) =>
    result.status === "fulfilled" ? result.value.rows![0]![0] : result.reason.message
  );
}

Deno.test("sqlite thread: what is too long for a text is not written as one", async () => {
  await using scene = await openThread();
  const { stringify } = JSON;
  let longest = 0;
  JSON.stringify = (...values: [unknown]) => {
    const text = stringify(...values);
    longest = Math.max(longest, text.length);
    return text;
  };
  try {
    const long = "\u0001".repeat(10_000_000);
    const results = [1, long, 2].map((value) => scene.run("select ?", value));
    assertEquals((await valuesOf(results)).map((value) => value === long || value), [1, true, 2]);
    assert(longest < 1_000, `${longest}`);
  } finally {
    JSON.stringify = stringify;
  }
});

Deno.test("sqlite thread: a value that can be copied only now and then fails its request", async () => {
  await using scene = await openThread();
  let reads = 0;
  const value = {
    get field() {
      if (++reads % 2 === 1) throw new Error(`read ${reads}`);
      return 1;
    },
  };
  const [first, second] = await valuesOf([scene.run("select 1"), scene.run("select ?", value)]);
  assertEquals([first, second], [1, "read 3"]);
  assertEquals(await valuesOf([scene.run("select 2")]), [2]);
});

Deno.test("sqlite thread: columns are those of the moment after a change of the schema was undone", async () => {
  await using scene = await openThread();
  const { thread, run } = scene;
  const columns = async () => (await run("select * from pairs")).columns;
  await run("create table pairs (id)");
  const sql = "alter table pairs add column undone";
  await thread.ask({ kind: "run", sql, parameters: [], inside: false });
  assertEquals(await columns(), ["id", "undone"]);
  await thread.ask({ kind: "rollback" });
  await run("alter table pairs add column kept");
  assertEquals(await columns(), ["id", "kept"]);
  const step = { sql: "alter table pairs add column wrong", parameters: [], count: 0 };
  const look = { sql: "select * from pairs", parameters: [], count: 1 };
  const { failed } = await thread.ask({ kind: "all", steps: [step, look] });
  assertEquals(failed, 1);
  await run("alter table pairs add column last");
  assertEquals(await columns(), ["id", "kept", "last"]);
});

Deno.test("sqlite thread: its end leaves no lock, whatever waits for it", async () => {
  await withFile(async (path) => {
    const thread = createSqliteThread();
    const run = (sql: string) => thread.ask({ kind: "run", sql, parameters: [] });
    await thread.ask({ kind: "open", path, readOnly: false });
    await run("create table pairs (id)");
    await run("begin immediate");
    // All but the first cross at once, and take minutes.
    const count = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
      select count(*) from n`;
    const counts = Array.from({ length: 20_000 }, () => run(count));
    const results = Promise.allSettled(counts);
    await counts[0];
    await thread.end();
    const other = new DatabaseSync(path);
    other.exec("pragma busy_timeout = 30000; begin immediate; rollback");
    other.close();
    assertEquals((await results).at(-1)!.status, "rejected");
  });
});
