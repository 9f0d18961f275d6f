import { assertEquals, assertRejects } from "@std/assert";
import { openTestStore } from "../../scripts/stack/database.ts";
import { alone } from "./alone.ts";

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
