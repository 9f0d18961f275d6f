/**
 * Reads the value of tokens in the operator's currency, for display only. No fee or limit depends
 * on it. A token without a price has no value; prices are never guessed.
 *
 * @module
 */
import { AcctError } from "../../core/ground/errors.ts";
import type { PricedToken, PricesResult, WorthJson } from "../../core/protocol/service/mod.ts";
import { type Outbound, post } from "../outbound/outbound.ts";
import { decimalPrice, type FiatConfig } from "./fiat_config.ts";
import { monotonic } from "../lib/monotonic.ts";

/** Prices of a service. */
export interface Fiat {
  /** ISO 4217 code; `null` without a source. */
  readonly currency: string | null;
  /** Currencies that users can choose. */
  readonly currencies: readonly string[];
  /** Returns the known prices of tokens; none in a currency that is not offered. */
  prices(tokens: readonly PricedToken[], currency?: string): Promise<PricesResult>;
}

/** Answer without prices. */
const none: PricesResult = { currency: null, prices: [] };

/** Seconds before a price is read again. */
const REFRESH_S = 60;
/** Seconds for which a price is shown after it was read. */
const MAX_AGE_S = 600;
/** Prices that are kept. */
const MAX_KEPT = 5_000;

/** Creates the reader; without a source there are no prices. `now` is in milliseconds. */
export function createFiat(
  config: FiatConfig | undefined,
  outbound: Outbound,
  now = monotonic,
): Fiat {
  if (config === undefined) {
    return { currency: null, currencies: [], prices: () => Promise.resolve(none) };
  }
  const { url } = config;
  const currencies = [...new Set([config.currency, ...config.currencies ?? []])];
  const kept = new Map<string, { readonly price: string | null; readonly at: number }>();

  /** Requests prices and caches the answers. */
  async function read(tokens: readonly PricedToken[], currency: string): Promise<void> {
    const answer = await post(url, {
      currency,
      tokens: tokens.map(({ chainId, address }) => ({ chainId: Number(chainId), address })),
    }, outbound);
    const found = new Map(pricesIn(answer).map(({ key, price }) => [key, price]));
    for (const { chainId, address } of tokens) {
      const token = keyOf(Number(chainId), address);
      const key = `${currency} ${token}`;
      kept.delete(key);
      kept.set(key, { price: found.get(token) ?? null, at: now() });
      if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
    }
  }

  return {
    currency: config.currency,
    currencies,
    async prices(tokens, currency = config.currency) {
      if (!currencies.includes(currency)) return none;
      const keptOf = ({ chainId, address }: PricedToken) =>
        kept.get(`${currency} ${keyOf(Number(chainId), address)}`);
      const age = (token: PricedToken) => {
        const known = keptOf(token);
        return known === undefined ? Infinity : (now() - known.at) / 1000;
      };
      const old = tokens.filter((token) => age(token) > REFRESH_S);
      try {
        if (old.length > 0) await read(old, currency);
      } catch (error) {
        // Prices of before are shown until they are too old.
        if (!(error instanceof AcctError)) throw error;
      }
      return {
        currency,
        prices: tokens.flatMap((token): WorthJson[] => {
          const known = keptOf(token);
          if (known === undefined || known.price === null || age(token) > MAX_AGE_S) return [];
          return [{ ...token, price: known.price }];
        }),
      };
    },
  };
}

/** Reads an adapter's answer. Entries without a valid price are omitted. */
function pricesIn(answer: unknown): { readonly key: string; readonly price: string }[] {
  const { prices } = (answer ?? {}) as { readonly prices?: unknown };
  if (!Array.isArray(prices)) return [];
  return prices.flatMap((entry: unknown) => {
    const { chainId, address, price } = (entry ?? {}) as Readonly<Record<string, unknown>>;
    if (!Number.isSafeInteger(chainId) || typeof price !== "string") return [];
    if (address !== null && typeof address !== "string" || !decimalPrice.test(price)) return [];
    return [{ key: keyOf(chainId as number, address), price }];
  });
}

function keyOf(chainId: number, address: string | null): string {
  return `${chainId}:${address?.toLowerCase() ?? ""}`;
}
