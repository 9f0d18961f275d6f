/** Disables a button while its content is covered or has only just appeared. @module */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { SETTLE_MS } from "./guard.ts";
import { useDialogContext } from "./context.ts";
import { useReadable } from "./use_readable.ts";

/**
 * Returns true until the guard accepts presses. The wait starts when `ready` first becomes true,
 * again with each `revision`, and when the dialog becomes visible again. An improvement of the
 * content, or a checked box, does not restart it.
 */
export function useGuarded(ready: boolean, revision: string | number): boolean {
  const { guard, isVisible: visibility } = useDialogContext();
  const isVisible = useReadable(visibility);
  const [waiting, setWaiting] = useState(true);
  const waitedFor = useRef<string | number | undefined>(undefined);

  useLayoutEffect(() => {
    // Changes under a cover must not delay the cover, which has the same guard.
    if (!ready || !isVisible || waitedFor.current === revision) return;
    waitedFor.current = revision;
    guard.renew();
    setWaiting(true);
  }, [guard, ready, revision, isVisible]);

  useLayoutEffect(() => {
    if (!isVisible) setWaiting(true);
  }, [isVisible]);

  // For example, the user returned to the window: the button shows that it does not accept presses
  // yet.
  useLayoutEffect(() => guard.onWait(() => setWaiting(true)), [guard]);

  useLayoutEffect(() => {
    if (!waiting || !ready || !isVisible) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const left = guard.remaining();
      if (left === 0) setWaiting(false);
      else timer = setTimeout(look, Math.min(left, SETTLE_MS) + 1);
    };
    timer = setTimeout(look, Math.min(guard.remaining(), SETTLE_MS) + 1);
    return () => clearTimeout(timer);
  }, [guard, waiting, ready, revision, isVisible]);

  return ready && (waiting || !isVisible);
}
