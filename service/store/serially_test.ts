import { assertEquals, assertRejects } from "@std/assert";
import { openTestStore } from "../../scripts/stack/database.ts";
import { inTurn, serially } from "./serially.ts";

Deno.test("in turn: writes of a subject run in sequence, even after a failure; others do not wait", async () => {
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
    inTurn(store, "key", work("first", first.promise)),
    inTurn(store, "key", work("second")),
    inTurn(store, "key", work("refused"), () => Promise.reject(new Error("full"))),
    inTurn(store, "key", work("third")),
  ]);
  await inTurn(store, "other", work("other"));
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
  await assertRejects(() => inTurn(store, "key", work("second")), Error, "failed");
  await store.destroy();
});

Deno.test("serially: transactions wait for their subjects without a connection", async () => {
  const store = await openTestStore();
  const held = Promise.withResolvers<void>();
  const first = inTurn(store, "key", () => held.promise);
  let done = 0;
  // More than the connections of a process.
  const waiting = Array.from(
    { length: 30 },
    () =>
      serially(store, ["account", "key"], async (tx) => {
        await tx.selectFrom("leases").select("name").execute();
        done++;
      }),
  );
  await serially(store, ["other"], (tx) => tx.selectFrom("leases").select("name").execute());
  assertEquals(done, 0);
  held.resolve();
  await Promise.all([first, ...waiting]);
  assertEquals(done, 30);
  await store.destroy();
});
