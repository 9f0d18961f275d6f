/** Detects unlimited allowances. @module */

/** Smallest amount that counts as unlimited: no token has that many units. */
const UNLIMITED = 2n ** 128n;

/** Checks whether an allowance is unlimited, whichever integer width its contract uses. */
export function isUnlimited(amount: bigint): boolean {
  return amount >= UNLIMITED;
}
