/**
 * Measures durations within a process: the machine's clock may be set back, and a pause or a cached
 * value would last as much longer.
 *
 * @module
 */

/** Returns milliseconds that never decrease; only comparable with each other. */
export function monotonic(): number {
  return performance.now();
}
