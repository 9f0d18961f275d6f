/** Flattens typed data into the rows of a tree. @module */

/** A row: a value, or a group that can be folded. */
export interface TreeRow {
  /** Path from the top, unique. */
  readonly path: string;
  /** Depth, from 0. */
  readonly depth: number;
  /** Name of the field or position in the list. */
  readonly key: string;
  /** Position among the entries of its group, from 1. */
  readonly position: number;
  /** Number of entries in its group. */
  readonly setSize: number;
  /** Value of a leaf. */
  readonly value?: string;
  /** Number of entries of a group. */
  readonly size?: number;
}

/** Maximum depth that is rendered: `MAX_TYPED_DATA_DEPTH`, above which typed data is rejected. */
const MAX_DEPTH = 32;

/** Flattens a value into rows; groups in `folded` hide their entries. */
export function treeRows(
  data: Readonly<Record<string, unknown>>,
  folded: ReadonlySet<string>,
): TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = (entries: readonly [string, unknown][], path: string, depth: number) => {
    entries.forEach(([key, value], index) => {
      // Escaped as in JSON pointers (RFC 6901): names may contain the separator.
      const name = key.replaceAll("~", "~0").replaceAll("/", "~1");
      const here = depth === 0 ? name : `${path}/${name}`;
      const row = { path: here, depth, key, position: index + 1, setSize: entries.length };
      const inner = depth >= MAX_DEPTH ? null : listEntries(value);
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

/** Lists the entries of an object or array; `null` for a leaf. */
function listEntries(value: unknown): [string, unknown][] | null {
  if (typeof value !== "object" || value === null) return null;
  return Object.entries(value);
}

/** Formats a leaf. */
function leafText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null) return "…";
  return String(value);
}
