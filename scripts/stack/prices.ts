/** Fiat prices of the development stack. They never change. @module */
import type { Fiat } from "../../service/assets/fiat_prices.ts";

/** Prices in dollars of one chain, by the token's address; null is the native currency. */
export function fixedPrices(chainId: number, prices: ReadonlyMap<string | null, string>): Fiat {
  const known = new Map([...prices].map(([address, price]) => [address?.toLowerCase(), price]));
  const priceOf = ({ chainId: chain, address }: Parameters<Fiat["prices"]>[0][number]) =>
    Number(chain) === chainId ? known.get(address?.toLowerCase()) : undefined;
  return {
    currency: "USD",
    prices: (tokens) =>
      Promise.resolve({
        currency: "USD",
        prices: tokens.flatMap((token) => {
          const price = priceOf(token);
          return price === undefined ? [] : [{ ...token, price }];
        }),
      }),
  };
}
