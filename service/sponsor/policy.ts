/** What a key's sponsorship allows. Every figure is finite: no key is without limits. @module */
import { getAddress, type Hex, isAddress } from "viem";
import { z } from "zod";

const count = z.number().int().min(0).max(1_000_000_000);
/** Gwei; a thousand ether at most. */
const gwei = z.number().int().min(0).max(1_000_000_000_000);

/** A contract whose calls are paid for. */
const target = z.strictObject({
  address: z.string().refine((text) => isAddress(text), "must be an address").transform((text) =>
    getAddress(text)
  ),
  /** Chain it is on; absent: wherever it is. */
  chainId: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Selectors of the functions; absent: all, plain transfers included. */
  functions: z.array(
    z.string().regex(/^0x[0-9a-fA-F]{8}$/, "must be selectors of four bytes")
      .transform((text) => text.toLowerCase() as Hex),
  ).min(1).max(100).optional(),
});

/** Limits of a key's sponsorship. */
export const policySchema = z.strictObject({
  /** Operations a day. */
  operationsPerDay: count,
  /** Operations a day of one account. Passkeys are free, so this alone means little. */
  operationsPerSenderPerDay: count,
  /** First operations (deployments) a day. */
  deploymentsPerDay: count,
  /** Operations a day of requests that state no page. */
  operationsPerDayWithoutOrigin: count,
  /**
   * Operations a day of one network (an IPv4 address, a /64 of IPv6). It is the person's own, as the
   * dialogs ask from their browser; servers with an `sk_` key are not counted by it.
   */
  operationsPerNetworkPerDay: count.default(1_000),
  /** Largest cost of one operation, in gwei. */
  gweiPerOperation: gwei,
  /** Largest cost a day, in gwei. */
  gweiPerDay: gwei,
  /** Contracts and functions that are paid for; absent: all. */
  targets: z.array(target).min(1).max(100).optional(),
});

/** Names of the limits that are numbers. */
export const limitNames = [
  "operationsPerDay",
  "operationsPerSenderPerDay",
  "deploymentsPerDay",
  "operationsPerDayWithoutOrigin",
  "operationsPerNetworkPerDay",
  "gweiPerOperation",
  "gweiPerDay",
] as const;

/** Limits of a key's sponsorship. */
export type Policy = z.infer<typeof policySchema>;

/** Sane limits for development. */
export const developmentPolicy: Policy = {
  operationsPerDay: 100_000,
  operationsPerSenderPerDay: 10_000,
  deploymentsPerDay: 50_000,
  operationsPerDayWithoutOrigin: 50_000,
  operationsPerNetworkPerDay: 100_000,
  gweiPerOperation: 100_000_000,
  gweiPerDay: 500_000_000_000,
};

/** Reads a stored policy. */
export function parsePolicy(json: string | null): Policy | null {
  return json === null ? null : policySchema.parse(JSON.parse(json));
}
