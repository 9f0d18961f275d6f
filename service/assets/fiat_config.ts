/** Defines the operator's source of fiat prices. @module */
import { z } from "zod";

/** Prices that a configuration names. */
const MAX_FIXED_PRICES = 400;

/** A decimal price of a whole token. */
export const decimalPrice = /^\d{1,15}(\.\d{1,18})?$/;

const currency = z.string().regex(/^[A-Z]{3}$/, "must be an ISO 4217 code, such as USD");

/** Validates the source. */
export const fiatSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("fixed"),
    currency,
    prices: z.array(z.strictObject({
      chainId: z.number().int().positive(),
      /** Contract; left out for the native currency. */
      address: z.string().regex(/^0x[0-9a-fA-F]{40}$/).optional(),
      price: z.string().regex(decimalPrice, "must be a decimal number"),
    })).max(MAX_FIXED_PRICES),
  }),
  z.strictObject({
    kind: z.literal("http"),
    currency,
    /** The operator's own adapter: https on port 443. */
    url: z.url({ protocol: /^https?$/ }),
    /** Seconds for which a price is shown after it was read. */
    maxAge: z.number().int().min(30).max(86_400).default(600),
  }),
]);

/** Source of fiat prices. */
export type FiatConfig = z.infer<typeof fiatSchema>;
