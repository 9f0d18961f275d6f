/**
 * Tree of values. A short one is rendered completely, a long one only where it is visible.
 *
 * @module
 */
import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type TreeRow, treeRows } from "../../meaning/tree.ts";
import { treeActionFor } from "../../meaning/tree_keys.ts";
import { count, moment } from "../../text/numbers.ts";
import { useDialogContext } from "../hooks/context.ts";
import { DownIcon } from "../icons/icons.tsx";
import { MarkedText, markName } from "./marked_text.tsx";
import { useGrowing } from "../hooks/use_growing.ts";

/** Number of rows above which only the visible ones are rendered. */
const MAX_ROWS_IN_FULL = 200;
/** Row height in `em` of a long tree; equal to `styles.ts`. */
const ROW_HEIGHT_EM = 2;
/** Number of rows of a short tree that are rendered immediately. */
const ROWS_AT_ONCE = 40;
/** Number of rows rendered beyond both edges. */
const OVERSCAN_ROWS = 12;
/** Maximum length of a value shown in its row. */
const MAX_VALUE_LENGTH = 400;

/** Props of {@linkcode Tree}. */
export interface TreeProps {
  readonly data: Readonly<Record<string, unknown>>;
  readonly label: string;
  /** True if its values have to be viewed before they are signed. */
  readonly decides: boolean;
  /** Names of addresses that the wallet knows, by the address in lower case. */
  readonly names?: Readonly<Record<string, string>>;
}

/** Tree: one tab stop, with arrow keys inside (ARIA's tree view pattern). */
export function Tree(props: TreeProps): JSX.Element {
  const { text } = useDialogContext();
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [whole, setWhole] = useState<TreeRow | null>(null);
  const [active, setActive] = useState<string | null>(null);
  const [top, setTop] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => treeRows(props.data, folded), [props.data, folded]);
  const virtual = rows.length > MAX_ROWS_IN_FULL;
  const rendered = useGrowing(virtual ? 0 : rows.length, ROWS_AT_ONCE);
  const at = active === null ? -1 : rows.findIndex(({ path }) => path === active);

  const em = box.current === null ? 14 : parseFloat(getComputedStyle(box.current).fontSize) * 0.875;
  const height = ROW_HEIGHT_EM * em;
  const first = virtual ? Math.max(0, Math.floor(top / height) - OVERSCAN_ROWS) : 0;
  const last = virtual ? first + Math.ceil(320 / height) + 2 * OVERSCAN_ROWS : rendered;

  // Scrolls to the row of a key press, which may not be rendered yet.
  useLayoutEffect(() => {
    const view = box.current;
    if (view === null || at < 0) return;
    if (!virtual) {
      view.querySelector("[data-active]")?.scrollIntoView({ block: "nearest" });
    } else if (at * height < view.scrollTop) view.scrollTop = at * height;
    else if ((at + 1) * height > view.scrollTop + view.clientHeight) {
      view.scrollTop = (at + 1) * height - view.clientHeight;
    }
  }, [active]);

  const toggle = (path: string) => {
    const next = new Set(folded);
    if (!next.delete(path)) next.add(path);
    setFolded(next);
  };
  const show = (row: TreeRow) => setWhole(whole?.path === row.path ? null : row);
  const press = (row: TreeRow) => {
    setActive(row.path);
    if (row.size !== undefined) toggle(row.path);
    else if (isCut(row, virtual, props.decides)) show(row);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const key = text.dir === "rtl" ? mirrored[event.key] ?? event.key : event.key;
    const step = treeActionFor(key, rows, Math.max(at, 0), folded);
    if (step === null) return;
    event.preventDefault();
    const row = rows[Math.max(at, 0)]!;
    if (step.kind === "go") setActive(rows[at < 0 ? 0 : step.to]!.path);
    else if (step.kind !== "open") toggle(row.path);
    else if (isCut(row, virtual, props.decides)) show(row);
  };

  return (
    <>
      <div
        ref={box}
        class={virtual ? "panel tree virtual" : "panel tree"}
        part="tree"
        role="tree"
        aria-label={props.label}
        aria-activedescendant={at >= first && at < last ? rowId(at) : undefined}
        data-testid="sdk-tree"
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={() => active === null && setActive(rows[first]?.path ?? null)}
        onScroll={(event) => virtual && setTop(event.currentTarget.scrollTop)}
      >
        {virtual
          ? (
            <div
              role="none"
              style={{ height: `${rows.length * height}px` }}
              // As high as all rows: each of them has to be scrolled into view.
              data-decides={props.decides ? "" : undefined}
            />
          )
          : null}
        {rows.slice(first, last).map((row, index) => (
          <Node
            key={row.path}
            row={row}
            id={rowId(first + index)}
            active={first + index === at}
            folded={folded.has(row.path)}
            {...(virtual && { top: (first + index) * height })}
            onPress={() => press(row)}
            virtual={virtual}
            name={virtual ? undefined : props.names?.[row.value?.toLowerCase() ?? ""]}
            decides={props.decides && !virtual}
          />
        ))}
        {props.decides && !virtual && rendered < rows.length
          ? <span hidden data-decides="later" />
          : null}
      </div>
      {whole?.value === undefined ? null : <Whole name={whole.key} value={whole.value} />}
    </>
  );
}

/** A value that its row truncates. */
function Whole({ name, value }: { name: string; value: string }): JSX.Element {
  const { text } = useDialogContext();
  return (
    <div class="section">
      <h2>
        {text.wholeValue}: <bdi>{markName(name)}</bdi>
      </h2>
      <pre class="hex mono" tabIndex={0} data-testid="sdk-whole">
        <MarkedText text={value} />
      </pre>
    </div>
  );
}

const mirrored: Readonly<Record<string, string>> = {
  ArrowLeft: "ArrowRight",
  ArrowRight: "ArrowLeft",
};

/** Returns the id of a row; a dialog has only one tree. */
function rowId(index: number): string {
  return `sdk-node-${index}`;
}

/** Returns whether a row truncates its value; a value that decides is shown in full. */
function isCut({ value = "" }: TreeRow, virtual: boolean, decides: boolean): boolean {
  return virtual ? value.length > 24 : value.length > MAX_VALUE_LENGTH && !decides;
}

/** Row of the tree. */
function Node(props: {
  row: TreeRow;
  id: string;
  active: boolean;
  folded: boolean;
  virtual: boolean;
  /** Name of its address. */
  name: string | undefined;
  decides: boolean;
  top?: number;
  onPress: () => void;
}): JSX.Element {
  const { text, tag } = useDialogContext();
  const { row } = props;
  const value = row.value ?? "";
  const cut = isCut(row, props.virtual, props.decides);
  const isGroup = row.size !== undefined;
  const date = props.virtual || !isTime(row) ? null : moment(BigInt(value), tag);
  return (
    // The tree handles the keys.
    <div
      id={props.id}
      role="treeitem"
      class={isGroup || cut ? "node pressable" : "node"}
      data-decides={props.decides ? "" : undefined}
      data-active={props.active ? "" : undefined}
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-expanded={isGroup ? !props.folded : undefined}
      style={{
        "--depth": String(Math.min(row.depth, 8)),
        ...(props.top !== undefined && { top: `${props.top}px` }),
      }}
      onClick={props.onPress}
    >
      <span class="key">
        <bdi>{markName(row.key)}</bdi>
      </span>
      {isGroup
        ? (
          <>
            <span class="val muted">
              {row.size === 0 ? text.empty : text.items(row.size!, count(row.size!, tag))}
            </span>
            <DownIcon class="chevron" />
          </>
        )
        : (
          <bdi class={isHex(value) ? "val mono" : "val"} dir={isHex(value) ? "ltr" : "auto"}>
            {props.name === undefined ? null : <b class="name block">{props.name}</b>}
            {value === ""
              ? <span class="muted">{text.empty}</span>
              : <MarkedText text={cut ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value} />}
            {date === null ? null : <small class="block muted">{date}</small>}
          </bdi>
        )}
    </div>
  );
}

/** Names of fields with a time: `deadline`, `validUntil`, `startTime`; of none with an amount. */
const times =
  /^_?(?:sig)?(?:deadline|expiry|expiration|timestamp|(?:valid|usable)(?:Until|Before|After|To|From)|(?:start|end|unlock|valid|expiration|creation)_?[tT]ime(?:stamp)?|expires(?:At)?|(?:created|issued)At)$/i;

/** Returns whether a value is a Unix time between 2001 and 2286, by the name of its field. */
function isTime({ key, value = "" }: TreeRow): boolean {
  return /^[1-9]\d{9}$/.test(value) && times.test(key);
}

/** Returns whether a value is an address or bytes. */
function isHex(value: string): boolean {
  return /^0x[0-9a-fA-F]*$/.test(value);
}
