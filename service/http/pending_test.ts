import { assertEquals } from "@std/assert";
import { createPending } from "./pending.ts";

Deno.test("pending: a stop waits for every answer, also for those that fail", async () => {
  const pending = createPending();
  await pending.ended(60_000);
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  pending.add(first.promise);
  pending.add(second.promise);
  let ended = false;
  const stop = pending.ended(60_000).then(() => ended = true);
  first.reject(new Error("failed"));
  await new Promise((resolve) => setTimeout(resolve, 10));
  assertEquals(ended, false);
  second.resolve();
  await stop;
});

Deno.test("pending: a stop does not wait longer than its time", async () => {
  const pending = createPending();
  const answer = Promise.withResolvers<void>();
  pending.add(answer.promise);
  await pending.ended(10);
  answer.resolve();
  await answer.promise;
  await pending.ended(60_000);
});
