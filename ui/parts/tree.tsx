/** A tree of values. Few rows are drawn whole; many are drawn where the person looks. @module */
import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { type TreeRow, treeRows } from "../meaning/tree.ts";
import { count } from "../text/numbers.ts";
import { useSurroundings } from "./context.ts";
import { DownIcon } from "./icons.tsx";
import { MarkedText } from "./marked_text.tsx";

/** Above this many rows only the visible ones exist. */
const many = 200;
/** Height of a row when not all exist, in `em`; `styles.ts` has the same. */
const rowHeight = 2;
/** Rows drawn beyond both edges. */
const margin = 12;
/** Longest value drawn in its row. */
const longest = 400;

/** The tree. */
export function Tree(props: { data: Readonly<Record<string, unknown>> }): JSX.Element {
  const { text } = useSurroundings();
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [whole, setWhole] = useState<TreeRow | null>(null);
  const [top, setTop] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => treeRows(props.data, folded), [props.data, folded]);
  const virtual = rows.length > many;

  const em = box.current === null ? 14 : parseFloat(getComputedStyle(box.current).fontSize) * 0.875;
  const height = rowHeight * em;
  const first = virtual ? Math.max(0, Math.floor(top / height) - margin) : 0;
  const last = virtual ? first + Math.ceil(320 / height) + 2 * margin : rows.length;

  const toggle = (path: string) => {
    const next = new Set(folded);
    if (!next.delete(path)) next.add(path);
    setFolded(next);
  };

  return (
    <>
      <div
        ref={box}
        class={virtual ? "panel tree virtual" : "panel tree"}
        part="tree"
        data-testid="sdk-tree"
        tabIndex={0}
        onScroll={(event) => virtual && setTop(event.currentTarget.scrollTop)}
      >
        {virtual ? <div style={{ height: `${rows.length * height}px` }} /> : null}
        {rows.slice(first, last).map((row, index) => (
          <Node
            key={row.path}
            row={row}
            folded={folded.has(row.path)}
            {...(virtual && { top: (first + index) * height })}
            onToggle={() => toggle(row.path)}
            onWhole={() => setWhole(whole?.path === row.path ? null : row)}
            virtual={virtual}
          />
        ))}
      </div>
      {whole?.value === undefined ? null : (
        <div class="section">
          <h2>
            {text.wholeValue}: <bdi>{whole.key}</bdi>
          </h2>
          <pre class="hex mono" tabIndex={0} data-testid="sdk-whole">
            <MarkedText text={whole.value} />
          </pre>
        </div>
      )}
    </>
  );
}

/** One row. */
function Node(props: {
  row: TreeRow;
  folded: boolean;
  virtual: boolean;
  top?: number;
  onToggle: () => void;
  onWhole: () => void;
}): JSX.Element {
  const { text, tag } = useSurroundings();
  const { row } = props;
  const style = {
    "--depth": String(Math.min(row.depth, 8)),
    ...(props.top !== undefined && { top: `${props.top}px` }),
  };
  if (row.size !== undefined) {
    return (
      <button
        type="button"
        class="node"
        style={style}
        aria-expanded={!props.folded}
        onClick={props.onToggle}
      >
        <span class="key">
          <bdi>{row.key}</bdi>
        </span>
        <span class="val muted">
          {row.size === 0 ? text.empty : text.items(row.size, count(row.size, tag))}
        </span>
        <DownIcon class="chevron" />
      </button>
    );
  }
  const value = row.value ?? "";
  const cut = value.length > longest || (props.virtual && value.length > 24);
  const content = (
    <>
      <span class="key">
        <bdi>{row.key}</bdi>
      </span>
      <bdi class={isHex(value) ? "val mono" : "val"} dir={isHex(value) ? "ltr" : "auto"}>
        {value === ""
          ? <span class="muted">{text.empty}</span>
          : <MarkedText text={cut ? `${value.slice(0, longest)}…` : value} />}
      </bdi>
    </>
  );
  return cut
    ? <button type="button" class="node" style={style} onClick={props.onWhole}>{content}</button>
    : <div class="node" style={style}>{content}</div>;
}

/** Whether a value is an address or bytes. */
function isHex(value: string): boolean {
  return /^0x[0-9a-fA-F]*$/.test(value);
}
