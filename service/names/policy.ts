/** Defines who may claim which names below a project's domain. @module */
import { z } from "zod";
import { MAX_TEXT_KEY_LENGTH, MAX_TEXT_RECORDS } from "../../core/protocol/limits.ts";

/** Policy of a link. */
export const namePolicySchema = z.strictObject({
  /** `open`: any page of the project; `server`: only requests with a secret key. */
  claims: z.enum(["open", "server"]).default("open"),
  /** Names per day. */
  claimsPerDay: z.number().int().min(0).max(1_000_000).default(1_000),
  /** Allowed keys of text records. Defaults to any. */
  textKeys: z.array(z.string().min(1).max(MAX_TEXT_KEY_LENGTH)).max(100).optional(),
  /** Text records per name. */
  texts: z.number().int().min(0).max(MAX_TEXT_RECORDS).default(10),
});

/** Policy of a link. */
export type NamePolicy = z.infer<typeof namePolicySchema>;
