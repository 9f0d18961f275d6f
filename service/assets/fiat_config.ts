/** Defines the operator's source of fiat prices. @module */
import { z } from "zod";

/** A decimal price of a whole token. */
export const decimalPrice = /^\d{1,15}(\.\d{1,18})?$/;

/** Maximum number of further currencies. */
const MAX_CURRENCIES = 50;

const code = z.string().regex(/^[A-Z]{3}$/, "must be an ISO 4217 code, such as USD");

/** Validates the source. */
export const fiatSchema = z.strictObject({
  currency: code.describe(
    "ISO 4217 code, such as `USD`.",
  ),
  currencies: z.array(code).max(MAX_CURRENCIES).optional().describe(
    "Further currencies that users can choose in the wallet.",
  ),
  url: z.url({ protocol: /^https?$/ }).describe("Your adapter: https on port 443."),
});

/** Source of fiat prices. */
export type FiatConfig = z.infer<typeof fiatSchema>;
