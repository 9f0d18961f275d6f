/** Token buckets: so many requests at once, so many a second. Memory is bounded. @module */
import { AcctError } from "../../core/protocol/errors.ts";

/** A limit. */
export interface Rate {
  /** Requests at once. */
  readonly burst: number;
  /** Requests a second, lasting. */
  readonly perSecond: number;
}

/** Counts requests by a name. */
export interface RateLimiter {
  /**
   * Takes `count` requests from the name's bucket.
   *
   * @throws {AcctError} `limit_exceeded` with `retryAfter` in seconds.
   */
  take(name: string, count?: number): void;
}

/** Buckets kept; the least recently used go first. */
const BUCKETS = 10_000;

/** Makes a limiter; `now` in milliseconds is given by tests. */
export function createRateLimiter(rate: Rate, now: () => number = Date.now): RateLimiter {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take(name, count = 1) {
      const time = now();
      const known = buckets.get(name);
      const left = known === undefined
        ? rate.burst
        : Math.min(rate.burst, known.left + (time - known.at) / 1000 * rate.perSecond);
      buckets.delete(name);
      const enough = left >= count;
      buckets.set(name, { left: enough ? left - count : left, at: time });
      if (buckets.size > BUCKETS) buckets.delete(buckets.keys().next().value!);
      if (enough) return;
      const retryAfter = Math.max(1, Math.ceil((count - left) / rate.perSecond));
      throw new AcctError("limit_exceeded", { retryAfter });
    },
  };
}
