/** Detects support for true visibility of iframes. @module */

/**
 * Checks whether the browser reports true visibility (occlusion included).
 *
 * @see https://w3c.github.io/IntersectionObserver/v2/
 */
export function reportsVisibility(): boolean {
  return "isVisible" in (globalThis.IntersectionObserverEntry?.prototype ?? {});
}
