/** Counts what is open at once by name. @module */

/** Numbers by name, each up to a limit. */
export interface Counts {
  /** Returns whether a name has reached the limit. */
  isFull(name: string): boolean;
  /** Adds to a name's number; one that is zero is forgotten. */
  add(name: string, count: 1 | -1): void;
}

/** Creates the counts. */
export function createCounts(most: number): Counts {
  const counts = new Map<string, number>();
  return {
    isFull: (name) => (counts.get(name) ?? 0) >= most,
    add(name, count) {
      const now = (counts.get(name) ?? 0) + count;
      if (now > 0) counts.set(name, now);
      else counts.delete(name);
    },
  };
}
