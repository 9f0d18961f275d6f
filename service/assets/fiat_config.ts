/** Defines the operator's source of fiat prices. @module */
import { z } from "zod";

/** A decimal price of a whole token. */
export const decimalPrice = /^\d{1,15}(\.\d{1,18})?$/;

/** Validates the source. */
export const fiatSchema = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/, "must be an ISO 4217 code, such as USD").describe(
    "ISO 4217 code, such as `USD`.",
  ),
  url: z.url({ protocol: /^https?$/ }).describe("Your adapter: https on port 443."),
});

/** Source of fiat prices. */
export type FiatConfig = z.infer<typeof fiatSchema>;
