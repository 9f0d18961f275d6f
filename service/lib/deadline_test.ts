import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../core/ground/errors.ts";
import { databaseDeadline, deadline } from "./deadline.ts";

const never = () => Promise.withResolvers<never>();

Deno.test("deadline: a result or an error passes, and a timeout replaces a late one", async () => {
  const late = () => "late";
  assertEquals(await deadline(Promise.resolve(5), 60_000, late), 5);
  await assertRejects(
    () => deadline(Promise.reject(new TypeError("own")), 60_000, late),
    TypeError,
  );
  const { promise, reject } = never();
  assertEquals(await deadline(promise, 1, late), "late");
  // No caller waits for it, so an unhandled rejection would terminate the process.
  reject(new Error("timeout"));
  await new Promise((resolve) => setTimeout(resolve, 0));
});

Deno.test("deadline: a database that does not answer is down within two seconds", async () => {
  assertEquals(await databaseDeadline(Promise.resolve(5)), 5);
  await assertRejects(() => databaseDeadline(Promise.reject(new TypeError("own"))), TypeError);
  const begin = performance.now();
  const { data } = await assertRejects(() => databaseDeadline(never().promise), AcctError);
  assertEquals([data.cause, performance.now() - begin >= 1_700], ["storage_down", true]);
});
