/** Reports a state only after a delay. @module */
import { useLayoutEffect, useState } from "preact/hooks";

/** Returns true once `active` has been true for this many milliseconds without interruption. */
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
