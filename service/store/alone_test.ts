import { assertEquals, assertRejects } from "@std/assert";
import { openTestStore } from "../../scripts/stack/database.ts";
import { alone } from "./alone.ts";
import { SqliteFileAdapter } from "./sqlite.ts";

const { setTimeout: timer } = globalThis;
const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => timer(resolve, milliseconds));

Deno.test("alone: the writes of a subject follow each other, whatever fails; others do not wait", async () => {
  const store = await openTestStore();
  const steps: string[] = [];
  const first = Promise.withResolvers<void>();
  const work = (name: string, wait?: Promise<void>) => async () => {
    steps.push(`${name} begins`);
    await wait;
    steps.push(`${name} ends`);
    if (name === "second") throw new Error("failed");
  };
  const all = Promise.allSettled([
    alone(store, "key", work("first", first.promise)),
    alone(store, "key", work("second")),
    alone(store, "key", work("refused"), () => Promise.reject(new Error("full"))),
    alone(store, "key", work("third")),
  ]);
  await alone(store, "other", work("other"));
  assertEquals(steps, ["first begins", "other begins", "other ends"]);
  first.resolve();
  const results = (await all).map(({ status }) => status);
  assertEquals(results, ["fulfilled", "rejected", "rejected", "fulfilled"]);
  assertEquals(steps.slice(3), [
    "first ends",
    "second begins",
    "second ends",
    "third begins",
    "third ends",
  ]);
  await assertRejects(() => alone(store, "key", work("second")), Error, "failed");
  await store.destroy();
});

Deno.test("alone: a long queue leaves most of one writer's time to others while there are any", async () => {
  const store = await openTestStore();
  const isSqlite = store.getExecutor().adapter instanceof SqliteFileAdapter;
  let busy = 0;
  let calm = 0;
  const flood = Array.from({ length: 60 }, () =>
    alone(store, "busy", async () => {
      await sleep(2);
      busy++;
    }));
  while (busy < 40) {
    await alone(store, "calm", async () => {
      await sleep(2);
      calm++;
    });
  }
  await Promise.all(flood);
  // PostgreSQL has a writer for each.
  assertEquals(calm > 70, isSqlite, `${calm} beside 40`);
  await store.destroy();
});

Deno.test("alone: a queue rests neither without others nor for what is refused", async () => {
  const store = await openTestStore();
  const { setTimeout: original } = globalThis;
  let rests = 0;
  globalThis.setTimeout = ((...args: Parameters<typeof original>) => {
    rests++;
    return original(...args);
  }) as typeof original;
  try {
    await Promise.all(Array.from({ length: 50 }, () => alone(store, "busy", async () => {})));
    assertEquals(rests, 0);
    const ends = Array.from(
      { length: 50 },
      (_, at) =>
        alone(store, "busy", async () => {}, () => Promise.reject(new Error(`full ${at}`))),
    );
    await alone(store, "calm", async () => {});
    const refused = await Promise.allSettled(ends);
    assertEquals(refused.filter(({ status }) => status === "rejected").length, 49);
    // The one that did not wait.
    assertEquals(rests <= 1, true);
  } finally {
    globalThis.setTimeout = original;
  }
  await store.destroy();
});

Deno.test("alone: a write that waited long for a lock makes those behind it rest no longer than others", async () => {
  const store = await openTestStore();
  using rests = recordRests();
  const flood = Array.from(
    { length: 12 },
    (_, at) => alone(store, "busy", () => sleep(at === 0 ? 400 : 1)),
  );
  let ended = false;
  const calm = (async () => {
    while (!ended) await alone(store, "calm", () => sleep(5));
  })();
  await Promise.all(flood);
  ended = true;
  await calm;
  // Seven times 400 are 2,800.
  assertEquals(rests.all.filter((milliseconds) => milliseconds > 500), []);
  assertEquals(rests.all.length > 0, store.getExecutor().adapter instanceof SqliteFileAdapter);
  await store.destroy();
});

Deno.test("alone: long queues do not rest for each other, while nothing else is to be written", async () => {
  const store = await openTestStore();
  using rests = recordRests();
  const flood = (subject: string) =>
    Array.from({ length: 80 }, () => alone(store, subject, () => sleep(2)));
  await Promise.all([...flood("busy"), ...flood("busier")]);
  // The last eight of one are a short queue; if both rested for each other, almost every write would.
  assertEquals(rests.all.length <= 20, true, `${rests.all.length} of 160`);
  await store.destroy();
});

/** Records the milliseconds of all rests. */
function recordRests(): { readonly all: number[] } & Disposable {
  const all: number[] = [];
  globalThis.setTimeout = ((work: () => void, milliseconds: number) => {
    all.push(milliseconds);
    return timer(work, milliseconds);
  }) as unknown as typeof timer;
  return {
    all,
    [Symbol.dispose]() {
      globalThis.setTimeout = timer;
    },
  };
}
