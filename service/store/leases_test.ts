import { assertEquals } from "@std/assert";
import { openTestStore } from "../../scripts/stack/database.ts";
import { endLease, takeLease } from "./leases.ts";

Deno.test("lease: one process has it, until it expires or is released", async () => {
  const store = await openTestStore();
  const take = (by: string, ms = 60_000) => takeLease(store, "sender", ms, by);
  assertEquals(await take("a"), true);
  assertEquals(await take("b"), false);
  assertEquals(await take("a"), true);
  assertEquals(await takeLease(store, "another", 1, "b"), true);
  await endLease(store, "sender", "b");
  assertEquals(await take("b"), false);
  await endLease(store, "sender", "a");
  assertEquals(await take("b"), true);
  // A crashed process.
  await store.updateTable("leases").set({ until: 1 }).execute();
  assertEquals(await take("a"), true);
  await store.destroy();
});

Deno.test("lease: of many concurrent ones exactly one gets it", async () => {
  const store = await openTestStore();
  const taken = await Promise.all(
    Array.from({ length: 20 }, (_, n) => takeLease(store, "sender", 60_000, `${n}`)),
  );
  assertEquals(taken.filter(Boolean).length, 1);
  await store.destroy();
});
