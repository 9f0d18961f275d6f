/** Limits rates for all processes together. @module */
import { AcctError } from "../../core/protocol/errors.ts";
import { createRateLimiter, type Rate, type RateLimiter, retryAfter } from "../http/rate_limit.ts";
import type { SharedRedis } from "./redis.ts";

/**
 * Takes from a token bucket, by the server's clock; returns the milliseconds until it holds enough,
 * zero if it does. The bucket is forgotten once it would be full again.
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
local enough = left >= count
if enough then left = left - count end
redis.call('HSET', KEYS[1], 'left', tostring(left), 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil(burst / rate))
return enough and 0 or math.ceil((count - left) / rate)
`;

/** Creates a limiter whose buckets all processes take from; `kind` tells it from others. */
export function createSharedRateLimiter(
  redis: SharedRedis,
  kind: string,
  rate: Rate,
): RateLimiter {
  const own = createRateLimiter(rate);
  return {
    async take(name, count = 1) {
      // Refused here is refused there, too: a flood does not reach Redis.
      await own.take(name, count);
      const args = [rate.burst, rate.perSecond / 1000, count];
      const wait = await redis.run(TAKE, `rate:${kind}:${name}`, args);
      if (typeof wait === "number" && wait > 0) {
        throw new AcctError("limit_exceeded", { retryAfter: retryAfter(wait) });
      }
    },
  };
}
