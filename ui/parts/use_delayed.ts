/** Reports a state only after it has lasted. @module */
import { useLayoutEffect, useState } from "preact/hooks";

/** Returns true once `active` has held for this many milliseconds without a break. */
export function useDelayed(active: boolean, milliseconds: number): boolean {
  const [isDelayed, setDelayed] = useState(false);
  useLayoutEffect(() => {
    setDelayed(false);
    if (!active) return;
    const timer = setTimeout(() => setDelayed(true), milliseconds);
    return () => clearTimeout(timer);
  }, [active, milliseconds]);
  return active && isDelayed;
}
