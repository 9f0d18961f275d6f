/** Computes periods with the platform's calendar, to compare the contract with. */

/** Returns the period of `time` in seconds; units as in the contract. */
export function periodAt(
  start: number,
  unit: number,
  multiplier: number,
  time: number,
): { index: bigint; from: bigint; to: bigint } {
  if (unit === 6) return { index: 0n, from: BigInt(start), to: 2n ** 256n - 1n };
  const boundary = (index: number) =>
    unit < 4
      ? start + index * multiplier * [60, 3600, 86_400, 604_800][unit]!
      : addMonths(start, index * multiplier * (unit === 5 ? 12 : 1));
  // Bisection, unlike the contract's arithmetic.
  let [low, high] = [0, 1];
  while (boundary(high) <= time) high *= 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (boundary(middle) <= time) low = middle;
    else high = middle;
  }
  return { index: BigInt(low), from: BigInt(boundary(low)), to: BigInt(boundary(low + 1)) };
}

/** Returns the same day and time in a later month, or that month's last day. */
function addMonths(start: number, months: number): number {
  const date = new Date(start * 1000);
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), days);
  return first.getTime() / 1000 + (day - 1) * 86_400 + start % 86_400;
}
