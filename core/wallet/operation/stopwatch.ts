/** Measures how much time has passed, whatever the device's clock says. @module */

/** The clocks of a device. */
export interface Clocks {
  /** Unix milliseconds, as far as the device knows them. */
  readonly now: () => number;
  /** Milliseconds since some moment, never set back. */
  readonly monotonic: () => number;
}

/**
 * Starts to measure. Only differences count, never the time of day: a device may be a day off. The
 * clock that ran further decides, because some monotonic clocks stand still while a device sleeps,
 * and the other one can be set back.
 *
 * @returns reads the milliseconds that have passed
 */
export function stopwatch({ now, monotonic }: Clocks): () => number {
  const [date, start] = [now(), monotonic()];
  return () => Math.max(0, now() - date, monotonic() - start);
}
