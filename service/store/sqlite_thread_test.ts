import { assert, assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import { AcctError } from "../../core/protocol/errors.ts";
import { createService } from "../main/service.ts";
import { SqliteDialect } from "./sqlite.ts";
import { Mailbox, PLACES } from "./sqlite_mailbox.ts";
import { createSqliteThread, type SqliteThread } from "./sqlite_thread.ts";
import { openStore, type Store } from "./store.ts";
import { withFile } from "./testing/with_file.ts";

/** Counts for seconds, on the thread that writes. */
const long = (store: Store) =>
  sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000000)
    select count(*) as count from n`.execute(store);

interface Pairs {
  readonly pairs: { readonly id: number; readonly text: string };
}

/** Opens a database, and its threads to end them by hand. */
async function openByHand(path: string) {
  const threads: SqliteThread[] = [];
  const dialect = new SqliteDialect(path, () => {
    const thread = createSqliteThread();
    threads.push(thread);
    return thread;
  });
  const store = new Kysely<Pairs>({ dialect });
  await sql`create table if not exists pairs (id integer primary key, text text)`.execute(store);
  return { store, threads };
}

Deno.test("sqlite: the service answers while a query runs", async () => {
  const service = await createService({ host: "localhost:1", database: ":memory:", chains: [] });
  const order: string[] = [];
  const running = long(service.store).then(() => order.push("query"));
  for (let round = 0; round < 50; round++) {
    const response = await service.fetch(new Request("http://localhost:1/health"), "192.0.2.1");
    assertEquals(await response.json(), { ok: true });
    // Work that is due comes first.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  order.push("health");
  await running;
  assertEquals(order, ["health", "query"]);
  await service.stop();
});

Deno.test("sqlite: reads of a file wait for no other query, writes come in turn", async () => {
  await withFile(async (path) => {
    await using store = await openStore(path);
    const add = (id: string) =>
      store.insertInto("projects").values({ id, name: "n", created_at: 1 }).execute();
    const count = async () => (await store.selectFrom("projects").select("id").execute()).length;
    await add("a");
    assertEquals(await count(), 1);
    const order: string[] = [];
    const running = long(store).then(() => order.push("query"));
    // It runs.
    await new Promise((resolve) => setTimeout(resolve, 5));
    const writing = add("b").then(() => order.push("write"));
    assertEquals(await count(), 1);
    order.push("read");
    await Promise.all([running, writing]);
    assertEquals(order, ["read", "query", "write"]);
    // Reads after a write find it.
    assertEquals(await count(), 2);
    // A transaction reads what it has written, and others do not.
    await store.transaction().execute(async (tx) => {
      await tx.insertInto("projects").values({ id: "c", name: "n", created_at: 1 }).execute();
      assertEquals((await tx.selectFrom("projects").select("id").execute()).length, 3);
      assertEquals(await count(), 2);
    });
    assertEquals(await count(), 3);
  });
});

Deno.test("sqlite: values and errors cross the threads unchanged", async () => {
  await using store = new Kysely<Pairs>({ dialect: new SqliteDialect(":memory:") });
  const bytes = new Uint8Array([0, 255]);
  const { rows } = await sql<Record<string, unknown>>`select ${1n << 40n} as wide, ${null} as none,
    ${bytes} as bytes, ${"ä"} as text, ${0.5} as half`.execute(store);
  assertEquals({ ...rows[0] }, { wide: 2 ** 40, none: null, bytes, text: "ä", half: 0.5 });
  const wrong = await assertRejects(() => sql`select 2 from nowhere`.execute(store), Error);
  assertEquals(wrong.message, "no such table: nowhere");
  assertEquals((wrong as Error & { code?: string }).code, "ERR_SQLITE_ERROR");
  await sql`create table pairs (id integer primary key)`.execute(store);
  const added = await sql`insert into pairs values (7), (8)`.execute(store);
  assertEquals([added.numAffectedRows, added.insertId], [2n, 8n]);
  const twice = await assertRejects(() => sql`insert into pairs values (7)`.execute(store), Error);
  // SQLITE_CONSTRAINT_PRIMARYKEY
  assertEquals((twice as Error & { errcode?: number }).errcode, 1555);
  // It cannot be stored; the handle stays usable.
  await assertRejects(() => sql`select ${Symbol("s")}`.execute(store));
  const together = await Promise.allSettled([
    sql`select 1`.execute(store),
    sql`select ${Symbol("s")}`.execute(store),
    sql`select 2`.execute(store),
  ]);
  assertEquals(together.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
  assertEquals((await sql`select 1`.execute(store)).rows.length, 1);
});

/** Counts the texts that cross to all threads. */
function countMessages() {
  const { put } = Mailbox.prototype;
  let count = 0;
  Mailbox.prototype.put = function (text) {
    count++;
    return put.call(this, text);
  };
  return {
    count: () => count,
    [Symbol.dispose]() {
      Mailbox.prototype.put = put;
    },
  };
}

/** Selects a number; with many steps it takes a while. */
const selectNumber = (store: Kysely<Pairs>, steps: number) =>
  store.selectNoFrom(
    sql<number>`(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${steps})
      select max(i) from n)`.as("number"),
  );

Deno.test("sqlite: reads cross while earlier ones are read, what finds no room in one message", async () => {
  await withFile(async (path) => {
    const { store } = await openByHand(path);
    const order: string[] = [];
    const read = async (name: string, steps: number) => {
      const rows = await selectNumber(store, steps).execute();
      assertEquals(rows, [{ number: steps }]);
      order.push(name);
    };
    await read("new", 1);
    using messages = countMessages();
    const reads = [read("slow", 3_000_000)];
    while (messages.count() < 1) await new Promise((resolve) => setImmediate(resolve));
    for (let at = 0; at < 40; at++) reads.push(read(`quick ${at}`, at + 2));
    await new Promise((resolve) => setTimeout(resolve, 0));
    assertEquals(order, ["new"]);
    // One more if the slow one was taken already.
    assert(messages.count() >= PLACES, `${messages.count()}`);
    assert(messages.count() <= PLACES + 1, `${messages.count()}`);
    await Promise.all(reads);
    assertEquals(order.length, 42);
    assert(messages.count() <= PLACES + 2, `${messages.count()}`);
    await store.destroy();
  });
});

Deno.test("sqlite: thousands of reads and writes at once are all answered, with their own", async () => {
  await withFile(async (path) => {
    const { store } = await openByHand(path);
    const read = async (number: number) => {
      assertEquals(await selectNumber(store, number).execute(), [{ number }]);
    };
    const write = (id: number) => store.insertInto("pairs").values({ id, text: `${id}` }).execute();
    const client = async (first: number) => {
      for (let at = 0; at < 50; at++) {
        await (first % 4 === 0 ? write(first * 50 + at) : read(1 + first * at % 97));
        if (at % 7 === first % 7) await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await Promise.all(Array.from({ length: 60 }, (_, first) => client(first)));
    const rows = await store.selectFrom("pairs").selectAll().execute();
    assertEquals(rows.length, 15 * 50);
    assertEquals(rows.every(({ id, text }) => text === `${id}`), true);
    await store.destroy();
  });
});

Deno.test("sqlite: a transaction begins with its first statement, and crosses with it", async () => {
  await withFile(async (path) => {
    const { store } = await openByHand(path);
    const add = (tx: Kysely<Pairs>, id: number) =>
      tx.insertInto("pairs").values({ id, text: "t" }).execute();
    await add(store, 1);
    using messages = countMessages();
    await store.transaction().execute(async (tx) => {
      await add(tx, 2);
      await add(tx, 3);
    });
    // With the commit.
    assertEquals(messages.count(), 3);
    await store.transaction().execute(() => Promise.resolve());
    await assertRejects(() => store.transaction().execute(() => Promise.reject(new Error("no"))));
    assertEquals(messages.count(), 3);
    // A first statement that fails takes nothing that follows out of the transaction.
    await assertRejects(
      () =>
        store.transaction().execute(async (tx) => {
          await assertRejects(() => add(tx, 1));
          await add(tx, 4);
          throw new Error("no");
        }),
      Error,
      "no",
    );
    await store.transaction().execute(async (tx) => {
      await assertRejects(() => add(tx, 1));
      await add(tx, 5);
    });
    const rows = await store.selectFrom("pairs").select("id").orderBy("id").execute();
    assertEquals(rows.map(({ id }) => id), [1, 2, 3, 5]);
    await store.destroy();
  });
});

Deno.test("sqlite: where a transaction cannot begin, none of its statements is run", async () => {
  await withFile(async (path) => {
    const { store } = await openByHand(path);
    const other = new DatabaseSync(path);
    other.exec("begin immediate");
    const error = await assertRejects(() =>
      store.transaction().execute(async (tx) => {
        const add = (id: number) => tx.insertInto("pairs").values({ id, text: "t" }).execute();
        await assertRejects(() => add(1), AcctError);
        other.exec("rollback");
        await add(2);
      }), AcctError);
    assertEquals(error.data.cause, "storage_down");
    assertEquals(await store.selectFrom("pairs").selectAll().execute(), []);
    other.close();
    await store.destroy();
  });
});

Deno.test("sqlite: reads whose thread ends before they cross fail, and the next has another", async () => {
  await withFile(async (path) => {
    const { store, threads } = await openByHand(path);
    const read = () => store.selectFrom("pairs").selectAll().execute();
    await read();
    const reads = Promise.allSettled([
      selectNumber(store, 3_000_000).execute(),
      ...Array.from(
        { length: 5 },
        () => new Promise((resolve) => setImmediate(resolve)).then(read),
      ),
    ]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await threads[1]!.end();
    for (const result of await reads) {
      assertEquals(result.status, "rejected");
      if (result.status === "rejected") assertEquals(result.reason.data.cause, "storage_down");
    }
    assertEquals(await read(), []);
    assertEquals(threads.length, 3);
    await store.destroy();
  });
});

Deno.test("sqlite: a file that cannot be opened is named, and no thread stays", async () => {
  const error = await assertRejects(() => openStore("/nowhere/at/all.sqlite"), Error);
  assertEquals(error.message, "unable to open database file: /nowhere/at/all.sqlite");
});

Deno.test("sqlite: a thread that ends leaves an error, and a file is opened again", async () => {
  await withFile(async (path) => {
    const { store, threads } = await openByHand(path);
    await store.insertInto("pairs").values({ id: 1, text: "kept" }).execute();
    const [writer, reader] = threads;
    // In the middle of a transaction: nothing of it stays, and no other thread goes on with it.
    const error = await assertRejects(() =>
      store.transaction().execute(async (tx) => {
        await tx.insertInto("pairs").values({ id: 2, text: "lost" }).execute();
        await writer!.end();
        await tx.insertInto("pairs").values({ id: 3, text: "lost" }).execute();
      }), AcctError);
    assertEquals(error.data.cause, "storage_down");
    await reader!.end();
    const ids = async () =>
      (await store.selectFrom("pairs").select("id").execute()).map((p) => p.id);
    assertEquals(await ids(), [1]);
    await store.insertInto("pairs").values({ id: 4, text: "new" }).execute();
    assertEquals(await ids(), [1, 4]);
    assertEquals(threads.length, 4);
    await store.destroy();
  });
});

Deno.test("sqlite: queries that wait when a thread ends fail, none hangs", async () => {
  await withFile(async (path) => {
    const { store, threads } = await openByHand(path);
    const results = Promise.allSettled([
      sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000000)
        select count(*) from n`.execute(store),
      store.insertInto("pairs").values({ id: 1, text: "after it" }).execute(),
    ]);
    // The first one runs.
    await new Promise((resolve) => setTimeout(resolve, 5));
    await threads[0]!.end();
    const [first, second] = await results;
    assertEquals(first!.status, "rejected");
    if (first!.status === "rejected") assertInstanceOf(first.reason, AcctError);
    // It had not begun: it has a thread of its own.
    assertEquals(second!.status, "fulfilled");
    await store.destroy();
  });
});

Deno.test("sqlite: a lost database in memory is never replaced by an empty one", async () => {
  const { store, threads } = await openByHand(":memory:");
  await threads[0]!.end();
  for (let round = 0; round < 2; round++) {
    const error = await assertRejects(() => store.selectFrom("pairs").selectAll().execute());
    assertInstanceOf(error, AcctError);
    assertEquals(error.data.cause, "storage_down");
  }
  await store.destroy();
});

Deno.test("sqlite: what runs, waits or comes when the database is closed is named, none hangs", async () => {
  await withFile(async (path) => {
    const { store } = await openByHand(path);
    const add = (id: number) => store.insertInto("pairs").values({ id, text: "t" }).execute();
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const running = store.transaction().execute(async (tx) => {
      await tx.insertInto("pairs").values({ id: 1, text: "t" }).execute();
      begun.resolve();
      await end.promise;
      await tx.insertInto("pairs").values({ id: 2, text: "t" }).execute();
    });
    await begun.promise;
    const results = Promise.allSettled([running, add(3)]);
    await store.destroy();
    end.resolve();
    for (const result of await results) {
      assertEquals(result.status, "rejected");
      if (result.status !== "rejected") continue;
      assertInstanceOf(result.reason, AcctError);
      assertEquals(result.reason.data.cause, "storage_down");
    }
    const again = await openByHand(path);
    assertEquals(await again.store.selectFrom("pairs").selectAll().execute(), []);
    await again.store.destroy();
  });
});
