/** The limits of the HTTP edge, and how the configuration changes them. @module */
import { z } from "zod";
import type { BodyBounds } from "./body.ts";
import { NETWORK_SHARE, type Rate } from "./limits.ts";

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
  /** Lists of approvals per client address: one can cost many requests to nodes. */
  readonly approvals: Rate;
  /** Uses of synced data per client address; a write counts as five. */
  readonly sync: Rate;
  /** New device links per client address. */
  readonly links: Rate;
  /** Kilobytes of messages in device links per client address. */
  readonly linkKilobytes: Rate;
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
  approvals: { requests: 30, seconds: 10 },
  sync: { requests: 300, seconds: 600 },
  links: { requests: 60, seconds: 600 },
  linkKilobytes: { requests: 10_000, seconds: 600 },
  pending: 1_000,
  pendingPerClient: 250,
  streams: 2_000,
  streamsPerClient: 200,
};

/** Returns the rate of one network for a publishable key. */
export function networkRate({ requests, seconds }: Rate): Rate {
  return { requests: Math.ceil(requests * NETWORK_SHARE), seconds };
}

const perSecond = z.number().min(1).max(1_000_000);
const count = z.number().int().min(1).max(1_000_000);
const { key, client, streams, streamsPerClient } = defaultLimits;

/** Limits that the configuration can change. */
export const limitsSchema = z.strictObject({
  keyPerSecond: perSecond.default(key.requests / key.seconds).describe(
    "Requests per second and API key, on average over five seconds.",
  ),
  clientPerSecond: perSecond.default(client.requests / client.seconds).describe(
    "Requests per second and client address, on average over five seconds.",
  ),
  streams: count.default(streams).describe(
    "Open event streams. One API key gets half of them.",
  ),
  streamsPerClient: count.default(streamsPerClient).describe(
    "Open event streams per client address.",
  ),
});

/** Translates the limits. */
export function readLimits(
  { keyPerSecond, clientPerSecond, ...counts }: z.infer<typeof limitsSchema>,
): Partial<HttpLimits> {
  const rate = (each: number) => ({ requests: Math.floor(WINDOW_S * each), seconds: WINDOW_S });
  return { ...counts, key: rate(keyPerSecond), client: rate(clientPerSecond) };
}
