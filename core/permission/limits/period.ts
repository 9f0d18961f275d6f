/** Computes the periods of spend permissions. @module */

/** Unit of a spending period. */
export type SpendUnit = "minute" | "hour" | "day" | "week" | "month" | "year" | "forever";

/** Units in the contract's order. */
export const units: readonly SpendUnit[] = [
  "minute",
  "hour",
  "day",
  "week",
  "month",
  "year",
  "forever",
];

const SECONDS = [60, 3600, 86_400, 604_800] as const;

/** A span of time, in Unix seconds; `to` is the first second after it, or infinite. */
export interface Span {
  /** First second. */
  readonly from: number;
  /** First second after it. */
  readonly to: number;
}

/**
 * Computes the period that contains a time. Periods start at `start`. Months and years are calendar
 * units, each counted from `start`, and end on the last day of a month that is too short.
 */
export function periodAt(start: number, unit: SpendUnit, multiplier: number, time: number): Span {
  if (unit === "forever") return { from: start, to: Infinity };
  const number = units.indexOf(unit);
  const boundary = (index: number) =>
    number < 4
      ? start + index * multiplier * SECONDS[number]!
      : addMonths(start, index * multiplier * (unit === "year" ? 12 : 1));
  let [low, high] = [0, 1];
  while (boundary(high) <= time) high *= 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (boundary(middle) <= time) low = middle;
    else high = middle;
  }
  return { from: boundary(low), to: boundary(low + 1) };
}

/** Adds months; a day that the month lacks becomes its last day. */
function addMonths(start: number, months: number): number {
  const date = new Date(start * 1000);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + months;
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), last);
  return Date.UTC(year, month, day) / 1000 + start % 86_400;
}
