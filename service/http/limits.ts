/** Reads the limits of the HTTP surface from the configuration. @module */
import { z } from "zod";
import type { HttpLimits } from "../main/app.ts";
import { chainMethods } from "../rpc/chain_methods.ts";
import { methods } from "../rpc/methods.ts";
import { defaultCosts } from "./costs.ts";

const perSecond = z.number().min(1).max(1_000_000);
const streams = z.number().int().min(1).max(1_000_000);

/** Methods that a cost can be given to. */
const known: ReadonlySet<string> = new Set([
  ...methods.keys(),
  ...chainMethods,
  "pm_getPaymasterData",
  "pm_getPaymasterStubData",
]);
const method = z.string().refine((name) => known.has(name), "is no method of the service");

/** Limits of one process. */
export const limitsSchema = z.strictObject({
  /** Requests a second per API key, and five times as many at once. */
  keyPerSecond: perSecond.optional(),
  /** The same per client address. */
  clientPerSecond: perSecond.optional(),
  /** Open change streams. */
  streams: streams.optional(),
  /** Open change streams per client address. */
  streamsPerClient: streams.optional(),
  /** Open change streams per API key; half of all by default. */
  streamsPerKey: streams.optional(),
  /** Requests of one client address that are answered at the same time. */
  pendingPerClient: streams.optional(),
  /** The same of one API key; half of all by default. */
  pendingPerKey: streams.optional(),
  /** Requests that a method counts as; others keep their defaults. */
  costs: z.record(method, z.number().int().min(1).max(1_000)).optional(),
});

/** Requests that may come at once, in seconds of the sustained rate. */
const BURST_S = 5;

/** Translates the limits; those that are left out keep their defaults. */
export function readLimits(
  { keyPerSecond: key, clientPerSecond: client, ...others }: z.infer<typeof limitsSchema>,
): Partial<HttpLimits> {
  const rate = (perSecond: number) => ({ burst: BURST_S * perSecond, perSecond });
  const { streams, streamsPerClient, streamsPerKey, pendingPerClient, pendingPerKey, costs } =
    others;
  return {
    ...(key !== undefined && { key: rate(key) }),
    ...(client !== undefined && { client: rate(client) }),
    ...(streams !== undefined && { streams }),
    ...(streamsPerClient !== undefined && { streamsPerClient }),
    ...(streamsPerKey !== undefined && { streamsPerKey }),
    ...(pendingPerClient !== undefined && { pendingPerClient }),
    ...(pendingPerKey !== undefined && { pendingPerKey }),
    ...(costs !== undefined && { costs: { ...defaultCosts, ...costs } }),
  };
}
