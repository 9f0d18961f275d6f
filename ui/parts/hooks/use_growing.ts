/** Renders a long list in steps, so that no step blocks the page. @module */
import { useEffect, useState } from "preact/hooks";

/**
 * Returns how many items of a list to render now: one step at first, and one more after each event
 * loop turn.
 */
export function useGrowing(length: number, part: number): number {
  const [shown, setShown] = useState(part);
  useEffect(() => {
    if (shown >= length) return;
    const timer = setTimeout(() => setShown(shown + part), 0);
    return () => clearTimeout(timer);
  }, [shown, length, part]);
  return Math.min(shown, length);
}
