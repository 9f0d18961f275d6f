/** Keeps an element at the height of its first paint. @module */
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/**
 * Fixes the height of an element before its first paint, so that later content fits inside.
 * Measures again when the window is resized, and for another `page`.
 */
export function useFixedSize(element: RefObject<HTMLElement>, page: string): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => {
      current.style.blockSize = "";
      // The computed size, since animations scale the bounding rectangle.
      current.style.blockSize = getComputedStyle(current).blockSize;
    };
    // The frame computes the layout anyway; measuring here would do it twice.
    const frame = requestAnimationFrame(measure);
    addEventListener("resize", measure);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("resize", measure);
    };
  }, [element, page]);
}
