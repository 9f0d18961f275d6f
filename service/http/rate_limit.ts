/** Limits rates with token buckets of bounded memory. @module */
import { AcctError } from "../../core/protocol/errors.ts";
import { monotonic } from "../lib/monotonic.ts";

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

/** Limiter whose buckets can be lowered. */
export interface LocalRateLimiter extends RateLimiter {
  /** Lowers a name's bucket to the remaining requests of all processes; below 0 it owes requests. */
  lower(name: string, left: number): void;
}

/** Buckets kept; the least recently used are evicted first. */
const MAX_BUCKETS = 10_000;

/** Creates a limiter; tests pass their own `now` in milliseconds. */
export function createRateLimiter(rate: Rate, now = monotonic): LocalRateLimiter {
  const buckets = new Map<string, { left: number; at: number }>();
  const leftAt = (name: string, time: number) => {
    const known = buckets.get(name);
    return known === undefined
      ? rate.burst
      : Math.min(rate.burst, known.left + (time - known.at) / 1000 * rate.perSecond);
  };
  return {
    lower(name, left) {
      const time = now();
      if (buckets.has(name)) {
        buckets.set(name, { left: Math.min(leftAt(name, time), left), at: time });
      }
    },
    // It counts at once, before it is waited for.
    take(name, count = 1) {
      const time = now();
      const left = leftAt(name, time);
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
