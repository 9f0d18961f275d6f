/** An element that stays as high as it was when it was first seen. @module */
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/**
 * Fixes the height of an element before its first paint: what comes later finds its place inside. It is
 * measured anew when the window's size changes, and for another `page`: after a press that leads to
 * something else.
 */
export function useFixedSize(element: RefObject<HTMLElement>, page: string): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => {
      current.style.blockSize = "";
      // Not the rectangle on the screen, which an animation scales.
      current.style.blockSize = getComputedStyle(current).blockSize;
    };
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, [element, page]);
}
