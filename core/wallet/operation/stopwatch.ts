/** Measures elapsed time independently of the device's clock. @module */

/** The clocks of a device. */
export interface Clocks {
  /** Unix milliseconds of the device. */
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
}

/**
 * Starts measuring. Only differences count, because a device's clock may be a day off. The clock
 * that advanced further is used: some monotonic clocks stop while a device sleeps, and the wall
 * clock can be set back.
 *
 * @returns reads the elapsed milliseconds
 */
export function stopwatch({ now, monotonic }: Clocks): () => number {
  const [date, start] = [now(), monotonic()];
  return () => Math.max(0, now() - date, monotonic() - start);
}
