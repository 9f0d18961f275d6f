/** Interprets orders. @module */
import type { AssetView, OrderTerms } from "@sdk/core/dialog";

/** Returns whether an order gives something away for nothing that is certain. */
export function isGift({ gives, gets }: OrderTerms): boolean {
  const isSome = ({ amount }: AssetView) => amount > 0n;
  return gets !== null && gives.some(isSome) && !gets.some(isSome);
}
