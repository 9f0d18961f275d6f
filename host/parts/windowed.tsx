/** List that renders only the rows around the visible part. @module */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** Number of rows that are rendered beyond each edge of the screen. */
const BEYOND = 8;
/** Maximum number of rows in the page. */
const MAX_DRAWN = 60;

/** An entry with its height in rem, and its content. */
export interface WindowedItem {
  readonly key: string;
  readonly height: number;
  readonly draw: () => ComponentChildren;
}

/** List of entries; `onEnd` is called when the user scrolls near the last ones. */
export function Windowed(
  props: { items: readonly WindowedItem[]; label: string; onEnd?: () => void },
): VNode {
  const { items, onEnd } = props;
  const list = useRef<HTMLUListElement>(null);
  const [range, setRange] = useState<readonly [from: number, to: number]>([0, 24]);
  const measure = () => {
    const element = list.current;
    if (element === null) return;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const top = -element.getBoundingClientRect().top / rem;
    const next = visible(items, top, top + innerHeight / rem);
    setRange((old) => old[0] === next[0] && old[1] === next[1] ? old : next);
    if (next[1] >= items.length) onEnd?.();
  };
  const latest = useRef(measure);
  latest.current = measure;
  useLayoutEffect(measure, [items]);
  useEffect(() => {
    const look = () => latest.current();
    const end = new AbortController();
    addEventListener("scroll", look, { passive: true, signal: end.signal });
    addEventListener("resize", look, { signal: end.signal });
    return () => end.abort();
  }, []);
  const [from, to] = range;
  const height = (part: readonly WindowedItem[]) =>
    `${part.reduce((sum, item) => sum + item.height, 0)}rem`;
  return (
    <ul
      class="rows windowed"
      ref={list}
      aria-label={props.label}
      style={{
        paddingBlockStart: height(items.slice(0, from)),
        paddingBlockEnd: height(items.slice(to)),
      }}
    >
      {items.slice(from, to).map(({ key, draw }, offset) => (
        <li key={key} aria-setsize={items.length} aria-posinset={from + offset + 1}>{draw()}</li>
      ))}
    </ul>
  );
}

/** Positions of the first entry to render, and of the first one after the rendered entries. */
export function visible(
  items: readonly Pick<WindowedItem, "height">[],
  top: number,
  bottom: number,
): readonly [from: number, to: number] {
  let at = 0;
  let from = items.length;
  let to = items.length;
  for (const [index, { height }] of items.entries()) {
    at += height;
    if (from === items.length && at > top) from = index;
    if (at >= bottom) {
      to = index + 1;
      break;
    }
  }
  const first = Math.max(0, from - BEYOND);
  return [first, Math.min(items.length, to + BEYOND, first + MAX_DRAWN)];
}
