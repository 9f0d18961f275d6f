import { assert, assertEquals, assertRejects } from "@std/assert";
import { sql } from "kysely";
import { AcctError } from "../../core/ground/errors.ts";
import { applyAll, type Step } from "./apply_all.ts";
import type { Store } from "./store.ts";
import { openPairs } from "./testing/pairs.ts";

/** The file, with steps that add to its table. */
async function openScene() {
  const file = await openPairs();
  const { store, other } = file;
  other.exec("pragma busy_timeout = 5000");
  return {
    ...file,
    add: (id: number, text: unknown = "t"): Step => ({
      query: store.insertInto("pairs").values({ id, text: text as string }).compile(),
      count: 1,
    }),
    apply: (...steps: Step[]) => applyAll(store as unknown as Store, steps),
  };
}
const causeOf = async (work: () => Promise<unknown>) =>
  (await assertRejects(work, AcctError)).data.cause;

Deno.test("apply all: a full disk in any step or at the end rolls back, and the next one works", async () => {
  await using scene = await openScene();
  const { store, add, apply, ids } = scene;
  await apply(add(1));
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store);
  await sql.raw(`pragma max_page_count = ${rows[0]!.page_count + 1}`).execute(store);
  const large = "x".repeat(60_000);
  for (let at = 0; at < 4; at++) {
    const steps = [2, 3, 4, 5].map((id, n) => add(id, n === at ? large : "t"));
    assertEquals(await causeOf(() => apply(...steps)), "storage_full");
    assertEquals(await ids(), [1]);
    await apply(add(9));
    await store.deleteFrom("pairs").where("id", "=", 9).execute();
  }
  await apply(add(6), add(7));
  assertEquals(await ids(), [1, 6, 7]);
});

Deno.test("apply all: a deferred constraint fails at commit and rolls back", async () => {
  await using scene = await openScene();
  const { store, add, apply, ids } = scene;
  await sql`create table child (id integer references pairs (id) deferrable initially deferred)`
    .execute(store);
  const child = (id: number): Step => ({
    query: sql`insert into child values (${id})`.compile(store),
    count: 1,
  });
  await assertRejects(() => apply(add(1), child(5)));
  assertEquals(await ids(), []);
  await apply(child(1), add(1));
  assertEquals(await ids(), [1]);
});

Deno.test("apply all: waiters for a locked file fail together, and everything is rolled back", async () => {
  await using scene = await openScene();
  const { other, add, apply, ids } = scene;
  other.exec("begin immediate");
  const begin = performance.now();
  const all = Array.from({ length: 12 }, (_, id) => causeOf(() => apply(add(id), add(100 + id))));
  assertEquals(new Set(await Promise.all(all)), new Set(["storage_down"]));
  assert(performance.now() - begin < 9_000);
  other.exec("rollback");
  await apply(add(1));
  assertEquals(await ids(), [1]);
});

Deno.test("apply all: if the store closes meanwhile, it either succeeds or fails", async () => {
  for (let n = 0; n < 12; n++) {
    const scene = await openScene();
    const { store, other, add, apply } = scene;
    await apply(add(0));
    const works = Array.from({ length: 20 }, (_, at) =>
      apply(add(100 + at), add(200 + at))
        .then(() => "done", (error) => (error as AcctError).data?.cause ?? String(error)));
    for (let turns = 0; turns < n; turns++) await Promise.resolve();
    if (n > 8) await new Promise((resolve) => setTimeout(resolve, n - 8));
    const closing = store.destroy();
    const outcomes = await Promise.all(works);
    await closing;
    assertEquals(outcomes.filter((each) => !["done", "storage_down"].includes(each)), [], `${n}`);
    const count = other.prepare("select count(*) as n from pairs").get() as { n: number };
    assertEquals(count.n, 1 + 2 * outcomes.filter((each) => each === "done").length);
    other.close();
  }
});

Deno.test("apply all: 2,000 concurrent ones keep their order; an unserializable one fails alone", async () => {
  await using scene = await openScene();
  const { add, apply, ids } = scene;
  const order: number[] = [];
  const works = Array.from(
    { length: 2_000 },
    (_, id) =>
      apply(add(id, id % 100 === 7 ? Symbol("x") : id % 100 === 8 ? 2n ** 62n : "t"))
        .then(() => order.push(id), () => order.push(-id)),
  );
  await Promise.all(works);
  assertEquals(order.map(Math.abs), Array.from({ length: 2_000 }, (_, id) => id));
  assertEquals((await ids()).length, 1_980);
});
