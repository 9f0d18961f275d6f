import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../core/protocol/errors.ts";
import { inTime } from "./in_time.ts";

Deno.test("in time: an answer or an error passes, and what is given up ends without a word", async () => {
  assertEquals(await inTime(Promise.resolve(5)), 5);
  await assertRejects(() => inTime(Promise.reject(new TypeError("own"))), TypeError, "own");
  const read = Promise.withResolvers<number>();
  const { data } = await assertRejects(() => inTime(read.promise, 1), AcctError);
  assertEquals(data.cause, "storage_down");
  // Nothing waits for it any more: an error that nothing takes would end the process.
  read.reject(new Error("timeout"));
  await new Promise((resolve) => setTimeout(resolve, 0));
});
