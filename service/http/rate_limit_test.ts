import { assertEquals, assertThrows } from "@std/assert";
import { AcctError } from "../../core/protocol/errors.ts";
import { createRateLimiter } from "./rate_limit.ts";

Deno.test("rate limit: a burst, then so many a second, each name for itself", () => {
  let now = 0;
  const limiter = createRateLimiter({ burst: 3, perSecond: 2 }, () => now);
  limiter.take("a", 3);
  const error = assertThrows(() => limiter.take("a"), AcctError);
  assertEquals([error.code, error.data.retryAfter], [-32005, 1]);
  limiter.take("b", 3);
  now = 500;
  limiter.take("a");
  assertThrows(() => limiter.take("a"), AcctError);
  now = 60_000;
  limiter.take("a", 3);
  assertThrows(() => limiter.take("a"), AcctError);
});

Deno.test("rate limit: memory is bounded under a flood of names", () => {
  const limiter = createRateLimiter({ burst: 1, perSecond: 0.001 }, () => 0);
  limiter.take("first");
  for (let n = 0; n < 20_000; n++) limiter.take(`name ${n}`);
  // Evicted by that many others: its bucket is full again.
  limiter.take("first");
});
