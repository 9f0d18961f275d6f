import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../core/protocol/errors.ts";
import { createRateLimiter } from "./rate_limit.ts";

Deno.test("rate limit: a burst, then so many a second, each name for itself", async () => {
  let now = 0;
  const limiter = createRateLimiter({ burst: 3, perSecond: 2 }, () => now);
  await limiter.take("a", 3);
  const error = await assertRejects(() => limiter.take("a"), AcctError);
  assertEquals([error.code, error.data.retryAfter], [-32005, 1]);
  await limiter.take("b", 3);
  now = 500;
  await limiter.take("a");
  await assertRejects(() => limiter.take("a"), AcctError);
  now = 60_000;
  await limiter.take("a", 3);
  await assertRejects(() => limiter.take("a"), AcctError);
});

Deno.test("rate limit: memory is bounded under a flood of names", async () => {
  const limiter = createRateLimiter({ burst: 1, perSecond: 0.001 }, () => 0);
  await limiter.take("first");
  for (let n = 0; n < 20_000; n++) await limiter.take(`name ${n}`);
  // Evicted by that many others: its bucket is full again.
  await limiter.take("first");
});
