/** Whether a button still waits, because what it confirms has only just appeared. @module */
import { useLayoutEffect, useState } from "preact/hooks";
import { useSurroundings } from "./context.ts";

/**
 * True until the guard lets presses through again. The wait starts when `ready` becomes true, and
 * anew with each `revision`.
 */
export function useHeld(ready: boolean, revision: string | number): boolean {
  const { guard } = useSurroundings();
  const [waiting, setWaiting] = useState(true);

  useLayoutEffect(() => {
    if (!ready) return;
    guard.renew();
    setWaiting(true);
  }, [guard, ready, revision]);

  useLayoutEffect(() => {
    if (!waiting || !ready) return;
    const timer = setTimeout(() => setWaiting(false), guard.remaining() + 1);
    return () => clearTimeout(timer);
  }, [guard, waiting, ready, revision]);

  return ready && waiting;
}
