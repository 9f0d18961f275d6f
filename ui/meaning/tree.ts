/** Typed data as rows of a tree. @module */

/** One row: a value, or a group that can be folded. */
export interface TreeRow {
  /** Path from the top, unique. */
  readonly path: string;
  /** Depth, from 0. */
  readonly depth: number;
  /** Name of the field or position in the list. */
  readonly key: string;
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
  const visit = (value: unknown, key: string, path: string, depth: number) => {
    const entries = entriesOf(value);
    if (entries === null || depth >= deepest) {
      rows.push({ path, depth, key, value: leafText(value) });
      return;
    }
    rows.push({ path, depth, key, size: entries.length });
    if (folded.has(path)) return;
    for (const [name, inner] of entries) visit(inner, name, `${path}/${name}`, depth + 1);
  };
  for (const [name, value] of Object.entries(data)) visit(value, name, name, 0);
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
