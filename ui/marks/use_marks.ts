/** Loads the marks when the first one is shown. @module */
import { useEffect, useState } from "preact/hooks";

/** The module with the drawings. */
export type Marks = typeof import("./mark.tsx");

/** Returns the drawings once they are loaded; `null` until then, or if loading failed. */
export function useMarks(): Marks | null {
  const [marks, setMarks] = useState<Marks | null>(null);
  useEffect(() => {
    let current = true;
    import("./mark.tsx").then((loaded) => current && setMarks(loaded), () => {});
    return () => {
      current = false;
    };
  }, []);
  return marks;
}
