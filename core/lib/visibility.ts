/** Looks whether the browser can tell a frame if it is really seen. @module */

/**
 * Whether the browser tells true visibility.
 *
 * @see https://w3c.github.io/IntersectionObserver/v2/
 */
export function reportsVisibility(): boolean {
  return "isVisible" in (globalThis.IntersectionObserverEntry?.prototype ?? {});
}
