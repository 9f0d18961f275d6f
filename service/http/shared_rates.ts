/** Shares rates between processes: each reports its accepted requests to Redis once a second. @module */
import { createRateLimiter, type Rate, type RateLimiter } from "./rate_limit.ts";
import type { SharedRedis } from "../lib/redis.ts";

/**
 * Takes the accepted requests of a process from a token bucket, by the server's clock; returns the
 * remaining requests of all processes. A bucket can owe what it holds at most, because the processes let requests through before
 * they ask; it is forgotten once it would be full again.
 */
const TAKE = `
local burst, rate, count = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local known = redis.call('HMGET', KEYS[1], 'left', 'at')
local left = burst
if known[1] then
  left = math.min(burst, tonumber(known[1]) + math.max(0, now - tonumber(known[2])) * rate)
end
left = math.max(left - count, -burst)
redis.call('HSET', KEYS[1], 'left', tostring(left), 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil((burst - left) / rate))
return tostring(left)
`;

/**
 * Creates a limiter whose buckets are the same in all processes, up to what each lets through within a
 * second; `kind` tells it from others. No request waits for Redis.
 */
export function createSharedRateLimiter(
  redis: SharedRedis,
  kind: string,
  rate: Rate,
): RateLimiter {
  const own = createRateLimiter(rate);
  /** Accepted requests that are not reported yet, by name. */
  let taken = new Map<string, number>();
  redis.eachSecond(async () => {
    const reported = taken;
    taken = new Map();
    await Promise.all([...reported].map(async ([name, count]) => {
      const args = [rate.burst, rate.perSecond / 1000, count];
      const left = Number(await redis.run(TAKE, `rate:${kind}:${name}`, args) ?? NaN);
      // Requests let through meanwhile are not in that figure yet.
      if (!Number.isNaN(left)) own.lower(name, left - (taken.get(name) ?? 0));
    }));
  });
  return {
    async take(name, count = 1) {
      await own.take(name, count);
      taken.set(name, (taken.get(name) ?? 0) + count);
    },
  };
}
