/** Judges allowances. @module */

/** Smallest amount without a practical bound: no token has that many units. */
const UNLIMITED = 2n ** 128n;

/** Whether an allowance has no practical bound, whichever width its contract keeps it in. */
export function isUnlimited(amount: bigint): boolean {
  return amount >= UNLIMITED;
}
