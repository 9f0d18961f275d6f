/** Loads code while the page is idle. @module */

/** Browser APIs that are not available everywhere. */
interface Idle {
  readonly requestIdleCallback?: (run: () => void) => number;
  readonly cancelIdleCallback?: (id: number) => void;
  readonly navigator?: { readonly connection?: { readonly saveData?: boolean } };
}

/**
 * Loads when the page is idle. Does nothing if the browser does not support it, or if the user
 * requests reduced data: the code then loads on first use. A failure is ignored, because first use
 * retries.
 *
 * @returns cancels loading, if it has not started
 */
export function whenIdle(
  load: () => Promise<unknown>,
  { requestIdleCallback, cancelIdleCallback, navigator }: Idle = globalThis as Idle,
): () => void {
  if (requestIdleCallback === undefined || navigator?.connection?.saveData === true) {
    return () => {};
  }
  const id = requestIdleCallback(() => void load().catch(() => {}));
  return () => cancelIdleCallback?.(id);
}
