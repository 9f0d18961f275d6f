import { assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { join } from "node:path";
import type { SqliteValue } from "./sqlite_messages.ts";
import { createSqliteThread, SqliteThreadEnded } from "./sqlite_thread.ts";

async function withFile(work: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await work(join(folder, "file.sqlite"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("sqlite thread: what cannot be passed fails alone, and long and binary values come as they are", async () => {
  await withFile(async (path) => {
    const thread = createSqliteThread();
    await thread.ask({ kind: "open", path, readOnly: false });
    await thread.ask({ kind: "run", sql: "create table empty (id)", parameters: [] });
    const reader = createSqliteThread();
    await reader.ask({ kind: "open", path, readOnly: true });
    const values = [1, 'ä\u2028\\"', new Uint8Array([1, 255]), "x".repeat(300_000), null, -1.5, ""];
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
