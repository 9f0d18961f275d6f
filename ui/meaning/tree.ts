/** Typed data as rows of a tree. @module */

/** One row: a value, or a group that can be folded. */
export interface TreeRow {
  /** Path from the top, unique. */
  readonly path: string;
  /** Depth, from 0. */
  readonly depth: number;
  /** Name of the field or position in the list. */
  readonly key: string;
  /** Its place among the entries of its group, from 1. */
  readonly place: number;
  /** How many entries the group has. */
  readonly places: number;
  /** The value of a leaf. */
  readonly value?: string;
  /** How many entries a group has. */
  readonly size?: number;
}

/** Deepest level that is drawn; a signature over deeper data is refused elsewhere. */
const deepest = 32;

/** The rows of a value; groups in `folded` hide what is in them. */
export function treeRows(
  data: Readonly<Record<string, unknown>>,
  folded: ReadonlySet<string>,
): TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = (entries: readonly [string, unknown][], path: string, depth: number) => {
    entries.forEach(([key, value], index) => {
      // As in JSON pointers (RFC 6901): names may hold what parts them.
      const name = key.replaceAll("~", "~0").replaceAll("/", "~1");
      const here = depth === 0 ? name : `${path}/${name}`;
      const row = { path: here, depth, key, place: index + 1, places: entries.length };
      const inner = depth >= deepest ? null : entriesOf(value);
      if (inner === null) rows.push({ ...row, value: leafText(value) });
      else {
        rows.push({ ...row, size: inner.length });
        if (!folded.has(here)) visit(inner, here, depth + 1);
      }
    });
  };
  visit(Object.entries(data), "", 0);
  return rows;
}

/** The entries of an object or list, or `null` for a leaf. */
function entriesOf(value: unknown): [string, unknown][] | null {
  if (typeof value !== "object" || value === null) return null;
  return Object.entries(value);
}

/** A leaf as text. */
function leafText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null) return "…";
  return String(value);
}
