/**
 * Limits for waits of tests and scripts. A wait stops once its condition is met. The limit only
 * reports a condition that was never met, so it is far above the needs of a slow or busy machine.
 *
 * @module
 */

/** Milliseconds after which something counts as never coming. */
export const PATIENCE_MS = 300_000;

/**
 * Waits for a condition.
 *
 * @param condition its name in the error
 * @param patienceMs the limit, where one step is a long piece of work
 * @throws {Error} if it is not met in time
 */
export async function until(
  condition: string,
  test: () => boolean | Promise<boolean>,
  everyMs = 10,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  for (const end = performance.now() + patienceMs; !await test();) {
    if (performance.now() > end) throw new Error(`never: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
