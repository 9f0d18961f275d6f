/** Fiat prices of the development stack. They never change. @module */
import type { Fiat } from "../../service/assets/fiat_prices.ts";

/** Dollars per unit of the currencies that users can choose. */
const dollars: Readonly<Record<string, number>> = { USD: 1, EUR: 1.16, GBP: 1.34, JPY: 0.0065 };

/** Prices in dollars of one chain, by the token's address; null is the native currency. */
export function fixedPrices(chainId: number, prices: ReadonlyMap<string | null, string>): Fiat {
  const known = new Map([...prices].map(([address, price]) => [address?.toLowerCase(), price]));
  const priceOf = ({ chainId: chain, address }: Parameters<Fiat["prices"]>[0][number]) =>
    Number(chain) === chainId ? known.get(address?.toLowerCase()) : undefined;
  return {
    currency: "USD",
    currencies: Object.keys(dollars),
    prices(tokens, currency = "USD") {
      const rate = dollars[currency];
      if (rate === undefined) return Promise.resolve({ currency: null, prices: [] });
      return Promise.resolve({
        currency,
        prices: tokens.flatMap((token) => {
          const price = priceOf(token);
          if (price === undefined) return [];
          return [{ ...token, price: String(Math.round(Number(price) / rate * 1e6) / 1e6) }];
        }),
      });
    },
  };
}
