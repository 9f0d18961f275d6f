/** What orders come to. @module */
import type { AssetView, OrderTerms } from "@sdk/core/dialog";

/** Whether something is given, and nothing that is certain comes back. */
export function isGift({ gives, gets }: OrderTerms): boolean {
  const isSome = ({ amount }: AssetView) => amount > 0n;
  return gets !== null && gives.some(isSome) && !gets.some(isSome);
}
