/**
 * Limits of the HTTP edge: request rates and concurrent requests, per client and per key.
 *
 * @module
 */
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";
import { AcctError } from "../../core/ground/errors.ts";
import { networkBlock } from "../lib/client_address.ts";
import { deadline } from "../lib/deadline.ts";
import type { SharedRedis } from "../lib/redis.ts";

/** Requests per window. */
export interface Rate {
  readonly requests: number;
  /** Length of the window in full seconds. */
  readonly seconds: number;
}

/** State of a name's current window. */
export interface Quota {
  readonly rate: Rate;
  /** Remaining requests. */
  readonly left: number;
  /** Seconds until the next window. */
  readonly reset: number;
  readonly exceeded: boolean;
}

/** Limits requests by name, such as a client address or a key's id. */
export interface RateLimiter {
  /** Counts requests. */
  count(name: string, requests?: number): Promise<Quota>;
  /**
   * Counts requests.
   *
   * @throws {AcctError} `limit_exceeded` with `retryAfter` in seconds
   */
  take(name: string, requests?: number): Promise<void>;
}

/** Shares a limiter's windows with other processes. */
export interface Sharing {
  readonly redis: SharedRedis;
  /** Name of the limiter. */
  readonly kind: string;
}

/** Creates a limiter. A window starts with a name's first request. */
export function createRateLimiter(rate: Rate, sharing?: Sharing): RateLimiter {
  const memory = new RateLimiterMemory({ points: rate.requests, duration: rate.seconds });
  const report = sharing === undefined ? null : share(memory, rate, sharing);
  const count = async (name: string, requests = 1): Promise<Quota> => {
    const { consumedPoints: used, msBeforeNext, remainingPoints: left } = await memory
      .consume(name, requests).catch((refused: RateLimiterRes) => refused);
    const exceeded = used > rate.requests;
    if (!exceeded) report?.(name, requests);
    // The library uses the machine's clock, and the clock may be set back.
    const longest = rate.seconds * Math.ceil(used / rate.requests);
    const reset = Math.min(longest, Math.max(1, Math.ceil(msBeforeNext / 1000)));
    return { rate, left, reset, exceeded };
  };
  return {
    count,
    async take(name, requests) {
      const quota = await count(name, requests);
      if (quota.exceeded) throw rateExceeded(quota);
    },
  };
}

/** Creates the error for an exceeded rate. */
export function rateExceeded({ reset }: Quota): AcctError {
  return new AcctError("limit_exceeded", { retryAfter: reset });
}

/**
 * Reports accepted requests to Redis once a second and stores the sum of all processes in memory.
 * Requests do not wait for Redis; without it, each process counts its own requests.
 */
function share(memory: RateLimiterMemory, rate: Rate, { redis, kind }: Sharing) {
  const sums = new RateLimiterRedis({
    storeClient: redis.client,
    keyPrefix: `${redis.prefix}rate:${kind}`,
    points: rate.requests,
    duration: rate.seconds,
  });
  /** Accepted requests that are not reported yet, by name. */
  let accepted = new Map<string, number>();
  redis.eachSecond(async () => {
    const reported = accepted;
    accepted = new Map();
    await Promise.all([...reported].map(async ([name, requests]) => {
      const sum = await redis.ask(() => sums.penalty(name, requests));
      if (sum === null || !(sum.consumedPoints >= requests) || !(sum.msBeforeNext > 0)) return;
      // Until they report, the processes together can accept more than the rate: they wait longer.
      const excess = Math.max(0, sum.consumedPoints / rate.requests - 1) * rate.seconds;
      const used = sum.consumedPoints + (accepted.get(name) ?? 0);
      await memory.set(name, used, sum.msBeforeNext / 1000 + excess);
    }));
  });
  return (name: string, requests: number) =>
    accepted.set(name, (accepted.get(name) ?? 0) + requests);
}

/** Returns the fields of draft-ietf-httpapi-ratelimit-headers-10 for quotas by policy name. */
export function quotaHeaders(quotas: ReadonlyMap<string, Quota>): [name: string, value: string][] {
  const all = [...quotas];
  const policies = all.map(([name, { rate }]) => `"${name}";q=${rate.requests};w=${rate.seconds}`);
  const states = all.map(([name, { left, reset }]) => `"${name}";r=${left};t=${reset}`);
  return [["ratelimit-policy", policies.join(", ")], ["ratelimit", states.join(", ")]];
}

/** Numbers by name, each up to a limit. */
export interface Counts {
  /** Returns whether a number of further requests would exceed a name's limit. */
  isFull(name: string, count?: number): boolean;
  add(name: string, count: number): void;
}

/** Creates counts; names with zero are forgotten. */
export function createCounts(most: number): Counts & { names(): string[] } {
  const counts = new Map<string, number>();
  return {
    names: () => [...counts.keys()],
    isFull: (name, count = 1) => (counts.get(name) ?? 0) + count > most,
    add(name, count) {
      const sum = (counts.get(name) ?? 0) + count;
      if (sum > 0) counts.set(name, sum);
      else counts.delete(name);
    },
  };
}

/**
 * Creates counts of clients. A network block gets half of the total, because one host can have a
 * /48 of IPv6, that is 65,536 clients.
 */
export function createClientCounts({ all, client }: { all: number; client: number }): Counts {
  const clients = createCounts(client);
  const blocks = createCounts(Math.max(client, Math.ceil(all / 2)));
  return {
    isFull: (name, count) =>
      clients.isFull(name, count) || blocks.isFull(networkBlock(name), count),
    add(name, count) {
      clients.add(name, count);
      blocks.add(networkBlock(name), count);
    },
  };
}

/** Share of a publishable key's limits that one network (/24 of IPv4, /48 of IPv6) can use. */
export const NETWORK_SHARE = 1 / 4;

/** A request in progress. It counts until it is disposed of. */
export interface Place extends Disposable {
  /**
   * Counts the request for a key, and for its `share` if it has one. @throws {AcctError}
   * `limit_exceeded`
   */
  useKey(id: string, share?: string | null): void;
  /** Counts the other requests of a batch. @throws {AcctError} `limit_exceeded` */
  addBatch(others: number): void;
}

/** Concurrent requests. */
export interface Places {
  /**
   * Counts a client's request; null if the service is full. @throws {AcctError} `limit_exceeded`
   */
  enter(client: string): Place | null;
  /** Waits until no request is in progress, or for so many milliseconds. */
  idle(within: number): Promise<void>;
}

/** Creates the limits of concurrent requests: of all, per client and per key. */
export function createPlaces(limits: { all: number; client: number; key: number }): Places {
  const clients = createClientCounts(limits);
  const keys = createCounts(limits.key);
  const shares = createCounts(Math.ceil(limits.key * NETWORK_SHARE));
  let all = 0;
  let idle = Promise.withResolvers<void>();
  return {
    enter(client) {
      if (all >= limits.all) return null;
      if (clients.isFull(client)) throw tooMany("Too many concurrent requests.");
      let own = 0;
      let key: string | undefined;
      let share: string | null = null;
      const add = (count: number) => {
        own += count;
        all += count;
        clients.add(client, count);
        if (key !== undefined) keys.add(key, count);
        if (share !== null) shares.add(share, count);
      };
      add(1);
      return {
        useKey(id, network = null) {
          if (network !== null && shares.isFull(network, own)) {
            throw tooMany("Too many concurrent requests of this key and network.");
          }
          if (keys.isFull(id, own)) throw tooMany("Too many concurrent requests of this key.");
          [key, share] = [id, network];
          keys.add(id, own);
          if (network !== null) shares.add(network, own);
        },
        addBatch(others) {
          // A batch above a limit is answered only while no other request is in progress.
          const count = Math.min(others, ...Object.values(limits).map((most) => most - own));
          const isFull = all + count > limits.all || clients.isFull(client, count) ||
            (key !== undefined && keys.isFull(key, count)) ||
            (share !== null && shares.isFull(share, count));
          if (isFull) throw tooMany("Too many concurrent requests.");
          add(count);
        },
        [Symbol.dispose]() {
          add(-own);
          if (all > 0) return;
          idle.resolve();
          idle = Promise.withResolvers();
        },
      };
    },
    idle: async (within) => all === 0 ? undefined : await deadline(idle.promise, within, () => {}),
  };
}

function tooMany(detail: string): AcctError {
  return new AcctError("limit_exceeded", { retryAfter: 1, detail });
}
