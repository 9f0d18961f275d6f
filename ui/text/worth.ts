/** Writes what an amount is worth in a currency. @module */
import type { FiatView, TokenView } from "@sdk/core/dialog";

/** Parts of the currency's unit in which sums are kept. */
const PARTS = 10_000n;

/**
 * Multiplies an amount with the decimal price of a whole token, rounded down to ten-thousandths of the
 * currency's unit; `undefined` for what is no price, such as 0.
 */
export function worthIn(amount: bigint, decimals: number, price: string): bigint | undefined {
  const [, whole, fraction = ""] = /^(\d{1,15})(?:\.(\d{1,18}))?$/.exec(price) ?? [];
  if (whole === undefined || /^0*$/.test(whole + fraction)) return undefined;
  return amount * BigInt(whole + fraction) * PARTS / 10n ** BigInt(decimals + fraction.length);
}

/** Returns the price of a whole token, if it is known. */
export function priceOf(fiat: FiatView | undefined, token: TokenView): string | undefined {
  return fiat?.prices?.find(({ address }) =>
    (address?.toLowerCase() ?? null) === (token.address?.toLowerCase() ?? null)
  )?.price;
}

/** Writes ten-thousandths of a currency's unit; `undefined` for what is no currency. */
export function writeWorth(parts: bigint, currency: string, tag: string): string | undefined {
  if (!/^[A-Z]{3}$/.test(currency)) return undefined;
  const written = new Intl.NumberFormat(tag, { style: "currency", currency })
    .format(Number(parts) / Number(PARTS));
  // "US$" falls apart in text that runs from right to left.
  const plain = written.replace(/[\u200e\u200f\u061c]/g, "");
  return plain === written ? written : `\u2066${plain}\u2069`;
}
