/** Limits rates with token buckets of bounded memory. @module */
import { AcctError } from "../../core/protocol/errors.ts";
import { monotonic } from "../monotonic.ts";

/** Rate of a token bucket. */
export interface Rate {
  /** Requests allowed at once. */
  readonly burst: number;
  /** Sustained requests per second. */
  readonly perSecond: number;
}

/** Limits requests by name. */
export interface RateLimiter {
  /**
   * Takes `count` requests from the name's bucket.
   *
   * @throws {AcctError} `limit_exceeded` with `retryAfter` in seconds.
   */
  take(name: string, count?: number): Promise<void>;
}

/** Buckets kept; the least recently used are evicted first. */
const MAX_BUCKETS = 10_000;

/** Creates a limiter; tests pass their own `now` in milliseconds. */
export function createRateLimiter(rate: Rate, now = monotonic): RateLimiter {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    // It counts at once, before it is waited for.
    take(name, count = 1) {
      const time = now();
      const known = buckets.get(name);
      const left = known === undefined
        ? rate.burst
        : Math.min(rate.burst, known.left + (time - known.at) / 1000 * rate.perSecond);
      buckets.delete(name);
      const enough = left >= count;
      buckets.set(name, { left: enough ? left - count : left, at: time });
      if (buckets.size > MAX_BUCKETS) buckets.delete(buckets.keys().next().value!);
      if (enough) return Promise.resolve();
      const wait = (count - left) / rate.perSecond * 1000;
      return Promise.reject(new AcctError("limit_exceeded", { retryAfter: retryAfter(wait) }));
    },
  };
}

/** Whole seconds to wait, at least one. */
export function retryAfter(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}
