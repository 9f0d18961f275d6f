/**
 * Limits for waits of tests and scripts. A wait ends with its condition; the limit only names what
 * never came, so it is far beyond what a slow or busy machine needs.
 *
 * @module
 */

/** Milliseconds after which something counts as never coming. */
export const PATIENCE_MS = 300_000;

/**
 * Waits for a condition.
 *
 * @param what names the condition in the error
 * @param patienceMs the limit, where one step is a long piece of work
 * @throws {Error} if it does not come to hold
 */
export async function until(
  what: string,
  test: () => boolean | Promise<boolean>,
  everyMs = 10,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  for (const end = performance.now() + patienceMs; !await test();) {
    if (performance.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
