/** Renders a long list in parts, so that no part keeps the page from answering. @module */
import { useEffect, useState } from "preact/hooks";

/**
 * Returns how many items of a list to render now: at first one part, and one more with each turn until
 * all are there.
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
