/** Whether something has gone on for long. @module */
import { useLayoutEffect, useState } from "preact/hooks";

/** True once `active` has held for this many milliseconds without a break; no timer is left. */
export function useLasting(active: boolean, milliseconds: number): boolean {
  const [lasting, setLasting] = useState(false);
  useLayoutEffect(() => {
    setLasting(false);
    if (!active) return;
    const timer = setTimeout(() => setLasting(true), milliseconds);
    return () => clearTimeout(timer);
  }, [active, milliseconds]);
  return active && lasting;
}
