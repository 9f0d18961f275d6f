/** Whether a button still waits, because what it confirms is not seen, or has only just appeared. @module */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useSurroundings } from "./context.ts";
import { useReadable } from "./use_readable.ts";

/**
 * True until the guard lets presses through again. The wait starts when `ready` becomes true for the
 * first time, anew with each `revision`, and when the dialog is seen again: a refresh that bettered what is shown, or a box that
 * was ticked, is no reason for another.
 */
export function useHeld(ready: boolean, revision: string | number): boolean {
  const { guard, seen: readable } = useSurroundings();
  const seen = useReadable(readable);
  const [waiting, setWaiting] = useState(true);
  const waitedFor = useRef<string | number | undefined>(undefined);

  useLayoutEffect(() => {
    if (!ready || waitedFor.current === revision) return;
    waitedFor.current = revision;
    guard.renew();
    setWaiting(true);
  }, [guard, ready, revision]);

  useLayoutEffect(() => {
    if (!seen) setWaiting(true);
  }, [seen]);

  useLayoutEffect(() => {
    if (!waiting || !ready || !seen) return;
    const timer = setTimeout(() => setWaiting(false), guard.remaining() + 1);
    return () => clearTimeout(timer);
  }, [guard, waiting, ready, revision, seen]);

  return ready && (waiting || !seen);
}
