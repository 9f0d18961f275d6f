/** Subscribes a component to a value. @module */
import { useLayoutEffect, useState } from "preact/hooks";
import type { Readable } from "@sdk/core/dialog";

/** Returns the current value; the component renders again after changes. */
export function useReadable<T>(readable: Readable<T>): T {
  const [, renew] = useState(0);
  useLayoutEffect(() => {
    const value = readable.get();
    const stop = readable.subscribe(() => renew((n) => n + 1));
    // The value may have changed between render and subscription.
    if (readable.get() !== value) renew((n) => n + 1);
    return stop;
  }, [readable]);
  return readable.get();
}
