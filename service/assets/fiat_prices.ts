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
  /** Returns the known prices of tokens. */
  prices(tokens: readonly PricedToken[]): Promise<PricesResult>;
}

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
    return { currency: null, prices: () => Promise.resolve({ currency: null, prices: [] }) };
  }
  const { url, currency } = config;
  const kept = new Map<string, { readonly price: string | null; readonly at: number }>();

  /** Requests prices and caches the answers. */
  async function read(tokens: readonly PricedToken[]): Promise<void> {
    const answer = await post(url, {
      currency,
      tokens: tokens.map(({ chainId, address }) => ({ chainId: Number(chainId), address })),
    }, outbound);
    const found = new Map(pricesIn(answer).map(({ key, price }) => [key, price]));
    for (const { chainId, address } of tokens) {
      const key = keyOf(Number(chainId), address);
      kept.delete(key);
      kept.set(key, { price: found.get(key) ?? null, at: now() });
      if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
    }
  }

  return {
    currency,
    async prices(tokens) {
      const age = (token: PricedToken) => {
        const known = kept.get(keyOf(Number(token.chainId), token.address));
        return known === undefined ? Infinity : (now() - known.at) / 1000;
      };
      const old = tokens.filter((token) => age(token) > REFRESH_S);
      try {
        if (old.length > 0) await read(old);
      } catch (error) {
        // Prices of before are shown until they are too old.
        if (!(error instanceof AcctError)) throw error;
      }
      return {
        currency,
        prices: tokens.flatMap((token): WorthJson[] => {
          const known = kept.get(keyOf(Number(token.chainId), token.address));
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
