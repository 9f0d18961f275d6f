/** Detects support for true visibility of iframes. @module */

/**
 * Returns whether the browser reports true visibility, including occlusion.
 *
 * @see https://w3c.github.io/IntersectionObserver/v2/
 */
export function reportsVisibility(): boolean {
  return "isVisible" in (globalThis.IntersectionObserverEntry?.prototype ?? {});
}
