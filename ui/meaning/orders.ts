/** Interprets orders. @module */
import type { AssetView, OrderTerms } from "@sdk/core/dialog";

/** Returns whether an order spends assets without certain proceeds. */
export function isGift({ gives, gets }: OrderTerms): boolean {
  const isSome = ({ amount }: AssetView) => amount > 0n;
  return gets !== null && gives.some(isSome) && !gets.some(isSome);
}
