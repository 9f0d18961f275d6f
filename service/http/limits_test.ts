import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { AcctError } from "../../core/ground/errors.ts";
import {
  createClientCounts,
  createPlaces,
  createRateLimiter,
  type Quota,
  quotaHeaders,
} from "./limits.ts";

const after = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

Deno.test("rates: so many requests per window and name, and the error has the time to wait", async () => {
  const limiter = createRateLimiter({ requests: 3, seconds: 1 });
  await limiter.take("a", 3);
  const error = await assertRejects(() => limiter.take("a"), AcctError);
  assertEquals([error.code, error.data.retryAfter], [-32005, 1]);
  await limiter.take("b", 2);
  await limiter.take("b");
  await assertRejects(() => limiter.take("b"), AcctError);
  await after(1_100);
  // The next window is complete, independent of refusals in the last one.
  await limiter.take("a", 3);
  await assertRejects(() => limiter.take("a"), AcctError);
});

Deno.test("rates: a quota has its remainder and the end of its window", async () => {
  const limiter = createRateLimiter({ requests: 10, seconds: 200 });
  const of = ({ left, reset, exceeded }: Quota) => [left, reset > 190 && reset <= 200, exceeded];
  assertEquals(of(await limiter.count("a", 4)), [6, true, false]);
  assertEquals(of(await limiter.count("a", 6)), [0, true, false]);
  assertEquals(of(await limiter.count("a")), [0, true, true]);
});

Deno.test("rates: headers name each policy with its quota, window, rest and end", () => {
  const quotas = new Map<string, Quota>([
    ["client", { rate: { requests: 1_000, seconds: 5 }, left: 998, reset: 4, exceeded: false }],
    ["key", { rate: { requests: 2_000, seconds: 5 }, left: 0, reset: 3, exceeded: true }],
  ]);
  assertEquals(quotaHeaders(quotas), [
    ["ratelimit-policy", '"client";q=1000;w=5, "key";q=2000;w=5'],
    ["ratelimit", '"client";r=998;t=4, "key";r=0;t=3'],
  ]);
});

Deno.test("counts: a block of networks gets half of all, and a single client its own limit", () => {
  const counts = createClientCounts({ all: 10, client: 2 });
  const add = (name: string) => {
    if (counts.isFull(name)) return false;
    counts.add(name, 1);
    return true;
  };
  assertEquals(["192.0.2.1", "192.0.2.1", "192.0.2.1"].map(add), [true, true, false]);
  const others = [2, 3, 4, 5].map((n) => add(`192.0.2.${n}`));
  assertEquals(others, [true, true, true, false]);
  assertEquals(add("198.51.100.1"), true);
  counts.add("192.0.2.1", -1);
  assertEquals(add("192.0.2.5"), true);
});

Deno.test("places: of all, per client and per key, and free once a request is answered", () => {
  const places = createPlaces({ all: 4, client: 2, key: 3 });
  const enter = (client: string, key: string) => {
    const place = places.enter(client);
    place?.useKey(key);
    return place;
  };
  const limited = (work: () => unknown, detail: string) => {
    const { data, message } = assertThrows(work, AcctError);
    assertEquals([data.cause, data.retryAfter, message.includes(detail)], [
      "limit_exceeded",
      1,
      true,
    ]);
  };
  const first = enter("192.0.2.1", "a")!;
  enter("192.0.2.1", "a");
  limited(() => enter("192.0.2.1", "a"), "Too many concurrent requests");
  const third = enter("198.51.100.1", "a")!;
  const other = places.enter("203.0.113.1")!;
  limited(() => other.useKey("a"), "this key");
  // Four are in progress.
  assertEquals(places.enter("203.0.113.2"), null);
  third[Symbol.dispose]();
  other.useKey("a");
  first[Symbol.dispose]();
  assertEquals(enter("192.0.2.1", "b") === null, false);
});

Deno.test("places: a batch counts as its requests, and is answered alone above the limit", () => {
  const places = createPlaces({ all: 100, client: 10, key: 100 });
  const enter = (client: string, others: number) => {
    const place = places.enter(client)!;
    place.useKey("a");
    place.addBatch(others);
    return place;
  };
  const six = enter("192.0.2.1", 5);
  assertThrows(() => enter("192.0.2.1", 4), AcctError, "Too many concurrent requests");
  six[Symbol.dispose]();
  // The refused one is not disposed of and counts as one.
  enter("192.0.2.1", 8);
  assertThrows(() => places.enter("192.0.2.1"), AcctError);
  const large = enter("198.51.100.1", 99);
  assertThrows(() => places.enter("198.51.100.1"), AcctError);
  large[Symbol.dispose]();
  enter("198.51.100.1", 9);
});

Deno.test("places: a stop waits for requests in progress, for a limited time", async () => {
  const places = createPlaces({ all: 4, client: 4, key: 4 });
  await places.idle(60_000);
  const [first, second] = [places.enter("a")!, places.enter("b")!];
  let isIdle = false;
  const idle = places.idle(60_000).then(() => isIdle = true);
  first[Symbol.dispose]();
  await after(10);
  assertEquals(isIdle, false);
  second[Symbol.dispose]();
  await idle;
  places.enter("a");
  await places.idle(20);
});
