/** Keyboard navigation of a tree, as in file managers. @module */
import type { TreeRow } from "./tree.ts";

/** Effect of a key: moves to another row, or changes the current one. */
export type TreeAction =
  | { readonly kind: "go"; readonly to: number }
  | { readonly kind: "fold" | "unfold" | "open" };

/** Number of rows that PageUp and PageDown skip. */
const PAGE_ROWS = 8;

/**
 * Returns the effect of a key at a row; `null` if it has none. `ArrowRight` moves inwards: in
 * right-to-left text, the caller swaps the two arrows.
 */
export function treeActionFor(
  key: string,
  rows: readonly TreeRow[],
  at: number,
  folded: ReadonlySet<string>,
): TreeAction | null {
  const row = rows[at];
  if (row === undefined) return null;
  const go = (to: number): TreeAction => ({
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
      return go(at + PAGE_ROWS);
    case "PageUp":
      return go(at - PAGE_ROWS);
    case "Home":
      return go(0);
    case "End":
      return go(rows.length - 1);
    case "ArrowRight":
      if (!isGroup || row.size === 0) return null;
      return isFolded ? { kind: "unfold" } : go(at + 1);
    case "ArrowLeft":
      if (isGroup && !isFolded && row.size !== 0) return { kind: "fold" };
      return row.depth === 0 ? null : go(findParent(rows, at));
    case "Enter":
    case " ":
      if (!isGroup) return { kind: "open" };
      return { kind: isFolded ? "unfold" : "fold" };
    default:
      return null;
  }
}

/** Finds the group of a row. */
function findParent(rows: readonly TreeRow[], at: number): number {
  const { depth } = rows[at]!;
  let parent = at;
  while (parent > 0 && rows[parent]!.depth >= depth) parent--;
  return parent;
}
