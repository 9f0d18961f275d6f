/** Who may claim what below a project's domain. @module */
import { z } from "zod";
import { MAX_TEXT_RECORDS } from "../../core/protocol/limits.ts";

/** The policy of a link. */
export const namePolicySchema = z.strictObject({
  /** `open`: any page of the project; `server`: only requests with a secret key. */
  claims: z.enum(["open", "server"]).default("open"),
  /** Names a day. */
  claimsPerDay: z.number().int().min(0).max(1_000_000).default(1_000),
  /** Keys of text records that may be stored; absent: any. */
  textKeys: z.array(z.string().min(1).max(64)).max(100).optional(),
  /** Text records of one name. */
  texts: z.number().int().min(0).max(MAX_TEXT_RECORDS).default(10),
});

/** The policy of a link. */
export type NamePolicy = z.infer<typeof namePolicySchema>;
