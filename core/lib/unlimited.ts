/** Detects unlimited allowances. @module */

/** Smallest amount that counts as unlimited: no token has that many units. */
const UNLIMITED = 2n ** 128n;

/** Returns whether an allowance is unlimited, for any integer width of its contract. */
export function isUnlimited(amount: bigint): boolean {
  return amount >= UNLIMITED;
}
