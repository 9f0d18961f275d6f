/** Loading what will be needed while the page has nothing else to do. @module */

/** What is asked of the browser; not all of them know these. */
interface Idle {
  readonly requestIdleCallback?: (run: () => void) => number;
  readonly cancelIdleCallback?: (id: number) => void;
  readonly navigator?: { readonly connection?: { readonly saveData?: boolean } };
}

/**
 * Loads when the page is idle. It does nothing where the browser cannot tell, or where the person asks
 * for little data: then it is loaded when it is needed. A failure is nobody's: the real use meets it.
 *
 * @returns takes it back, if it has not begun
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
