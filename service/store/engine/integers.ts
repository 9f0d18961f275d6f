/** Keeps numbers of clients within the columns that they are compared with. @module */

/** Lowest and highest number in a column of 32 bits. */
const [MIN_INTEGER, MAX_INTEGER] = [-(2 ** 31), 2 ** 31 - 1];

/**
 * Returns the nearest number that such a column can store: PostgreSQL refuses to compare others.
 */
export function nearestInteger(value: number): number {
  return Math.min(MAX_INTEGER, Math.max(MIN_INTEGER, value));
}
