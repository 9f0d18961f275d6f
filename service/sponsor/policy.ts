/** What a key's sponsorship allows. Every figure is finite: no key is without limits. @module */
import { z } from "zod";

const count = z.number().int().min(0).max(1_000_000_000);
/** Gwei; a thousand ether at most. */
const gwei = z.number().int().min(0).max(1_000_000_000_000);

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
  /** Largest cost of one operation, in gwei. */
  gweiPerOperation: gwei,
  /** Largest cost a day, in gwei. */
  gweiPerDay: gwei,
});

/** Limits of a key's sponsorship. */
export type Policy = z.infer<typeof policySchema>;

/** Sane limits for development. */
export const developmentPolicy: Policy = {
  operationsPerDay: 100_000,
  operationsPerSenderPerDay: 10_000,
  deploymentsPerDay: 50_000,
  operationsPerDayWithoutOrigin: 50_000,
  gweiPerOperation: 100_000_000,
  gweiPerDay: 500_000_000_000,
};

/** Reads a stored policy. */
export function parsePolicy(json: string | null): Policy | null {
  return json === null ? null : policySchema.parse(JSON.parse(json));
}
