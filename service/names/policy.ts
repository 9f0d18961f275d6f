/** Defines who may claim which names below a project's domain. @module */
import { z } from "zod";
import { MAX_TEXT_KEY_LENGTH, MAX_TEXT_RECORDS } from "../../core/ground/limits.ts";

/** Policy of a link. */
export const namePolicySchema = z.strictObject({
  /** `open`: any page of the project; `server`: only requests with a secret key. */
  claims: z.enum(["open", "server"]).default("open"),
  /** Names per day. */
  claimsPerDay: z.number().int().min(0).max(1_000_000).default(1_000),
  /**
   * Maximum names per day for accounts that exist on no chain yet, because these cost nothing to
   * create.
   */
  claimsPerDayByNewAccounts: z.number().int().min(0).max(1_000_000).optional(),
  /** Names per day and network (an IPv4 address, or a /64 of IPv6). Servers are exempt. */
  claimsPerNetworkPerDay: z.number().int().min(0).max(1_000_000).default(10),
  /** Percent of the names per day for one block of networks (/24 of IPv4, /48 of IPv6). */
  percentPerNetworkBlock: z.number().int().min(1).max(100).default(5),
  /** Allowed keys of text records. Defaults to any. */
  textKeys: z.array(z.string().min(1).max(MAX_TEXT_KEY_LENGTH)).max(100).optional(),
  /** Text records per name. */
  texts: z.number().int().min(0).max(MAX_TEXT_RECORDS).default(10),
});

/** Policy of a link. */
export type NamePolicy = z.infer<typeof namePolicySchema>;
