/** The limits of the HTTP edge, and how the configuration changes them. @module */
import { z } from "zod";
import type { BodyBounds } from "./body.ts";
import type { Rate } from "./limits.ts";

/** Limits of the HTTP edge of one process. */
export interface HttpLimits {
  /** Limits of one body. */
  readonly body: BodyBounds;
  /** Bytes of bodies, nodes' answers and large replies of all requests; a client gets a quarter. */
  readonly memory: number;
  /** Milliseconds for a client to read a large reply. */
  readonly replyTime: number;
  /** Requests per key. */
  readonly key: Rate;
  /** Requests per client address. */
  readonly client: Rate;
  /** Name lookups per client address. */
  readonly nameLooks: Rate;
  /** Name claims per client address. */
  readonly nameClaims: Rate;
  /** Concurrent requests. */
  readonly pending: number;
  /** Concurrent requests per client address. */
  readonly pendingPerClient: number;
  /** Concurrent requests per API key; half of all by default. */
  readonly pendingPerKey?: number;
  /** Open event streams. */
  readonly streams: number;
  /** Open event streams per client address. */
  readonly streamsPerClient: number;
  /** Open event streams per API key; half of all by default. */
  readonly streamsPerKey?: number;
}

/** Window of the rates of keys and clients in seconds. */
const WINDOW_S = 5;

/** Limits that apply by default. */
export const defaultLimits: HttpLimits = {
  body: { size: 512 * 1024, time: 10_000, depth: 40 },
  memory: 256 * 1024 * 1024,
  replyTime: 30_000,
  key: { requests: 2_000, seconds: WINDOW_S },
  client: { requests: 1_000, seconds: WINDOW_S },
  nameLooks: { requests: 60, seconds: 12 },
  nameClaims: { requests: 10, seconds: 200 },
  pending: 1_000,
  pendingPerClient: 250,
  streams: 2_000,
  streamsPerClient: 200,
};

const perSecond = z.number().min(1).max(1_000_000);
const count = z.number().int().min(1).max(1_000_000);

/** Limits that the configuration can change. */
export const limitsSchema = z.strictObject({
  /** Requests a second per API key, on average over five seconds. */
  keyPerSecond: perSecond.optional(),
  /** The same per client address. */
  clientPerSecond: perSecond.optional(),
  streams: count.optional(),
  streamsPerClient: count.optional(),
  streamsPerKey: count.optional(),
  pendingPerClient: count.optional(),
  pendingPerKey: count.optional(),
});

/** Translates the limits; omitted ones keep their defaults. */
export function readLimits(
  { keyPerSecond, clientPerSecond, ...counts }: z.infer<typeof limitsSchema>,
): Partial<HttpLimits> {
  const rate = (each: number) => ({ requests: Math.floor(WINDOW_S * each), seconds: WINDOW_S });
  return {
    ...(keyPerSecond !== undefined && { key: rate(keyPerSecond) }),
    ...(clientPerSecond !== undefined && { client: rate(clientPerSecond) }),
    ...Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== undefined)),
  };
}
