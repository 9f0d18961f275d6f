/** Follows a value from a component. @module */
import { useLayoutEffect, useState } from "preact/hooks";
import type { Readable } from "@sdk/core/dialog";

/** The value now; the component renders again when it changes. */
export function useReadable<T>(readable: Readable<T>): T {
  const [, renew] = useState(0);
  useLayoutEffect(() => {
    const seen = readable.get();
    const stop = readable.subscribe(() => renew((n) => n + 1));
    // It may have changed between rendering and subscribing.
    if (readable.get() !== seen) renew((n) => n + 1);
    return stop;
  }, [readable]);
  return readable.get();
}
