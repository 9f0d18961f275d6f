/** The wallet's mark: a card with a clasp. @module */

/** Paths on a 24 by 24 grid. */
export const markPaths: readonly string[] = [
  "M5.5 6.5h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-12a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2z",
  "M19.5 10.5h-4a2 2 0 0 0 0 4h4",
];
