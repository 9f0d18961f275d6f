/** `acct_getPrices`: returns the value of tokens in a currency of the operator. @module */
import { acctGetPrices as definition } from "../../core/protocol/service/methods/reads/acct_get_prices.ts";
import { method } from "./method.ts";

/** Returns prices, for display alone. */
export const acctGetPrices = method(
  definition,
  (context, _caller, { tokens, currency }) => context.fiat.prices(tokens, currency),
);
