/** What keys do in a tree, as people know them from lists of files. @module */
import type { TreeRow } from "./tree.ts";

/** What a key brings about: another row, or something about the row where one is. */
export type Step =
  | { readonly kind: "go"; readonly to: number }
  | { readonly kind: "fold" | "unfold" | "open" };

/** Rows that a page has. */
const page = 8;

/**
 * What a key does at a row; `null` if it does nothing here. `ArrowRight` leads inwards: for text from
 * right to left the caller swaps the two.
 */
export function stepOf(
  key: string,
  rows: readonly TreeRow[],
  at: number,
  folded: ReadonlySet<string>,
): Step | null {
  const row = rows[at];
  if (row === undefined) return null;
  const go = (to: number): Step => ({
    kind: "go",
    to: Math.max(0, Math.min(rows.length - 1, to)),
  });
  const isGroup = row.size !== undefined;
  const isFolded = folded.has(row.path);
  switch (key) {
    case "ArrowDown":
      return go(at + 1);
    case "ArrowUp":
      return go(at - 1);
    case "PageDown":
      return go(at + page);
    case "PageUp":
      return go(at - page);
    case "Home":
      return go(0);
    case "End":
      return go(rows.length - 1);
    case "ArrowRight":
      if (!isGroup || row.size === 0) return null;
      return isFolded ? { kind: "unfold" } : go(at + 1);
    case "ArrowLeft":
      if (isGroup && !isFolded && row.size !== 0) return { kind: "fold" };
      return row.depth === 0 ? null : go(parentOf(rows, at));
    case "Enter":
    case " ":
      if (!isGroup) return { kind: "open" };
      return { kind: isFolded ? "unfold" : "fold" };
    default:
      return null;
  }
}

/** The group that a row is in. */
function parentOf(rows: readonly TreeRow[], at: number): number {
  const { depth } = rows[at]!;
  let parent = at;
  while (parent > 0 && rows[parent]!.depth >= depth) parent--;
  return parent;
}
