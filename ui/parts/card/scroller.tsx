/** Part of a dialog that scrolls when its content does not fit. @module */
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Edges beyond which content is hidden. */
interface Hidden {
  readonly above: boolean;
  readonly below: boolean;
}

/** Tolerance for rounding, in pixels. */
const TOLERANCE_PX = 2;

/** Scrolls, indicates hidden content, and is focusable by keyboard while there is any. */
export function Scroller(
  props: { class: string; part: string; busy?: boolean; children: ComponentChildren },
): JSX.Element {
  const outer = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const [{ above, below }, setHidden] = useState<Hidden>({ above: false, below: false });
  const look = () => {
    // Scroll events arrive a frame later: the dialog may be removed by then.
    if (outer.current === null) return;
    const { scrollTop, scrollHeight, clientHeight } = outer.current;
    const above = scrollTop > TOLERANCE_PX;
    const below = scrollHeight - clientHeight - scrollTop > TOLERANCE_PX;
    setHidden((last) => last.above === above && last.below === below ? last : { above, below });
  };
  useLayoutEffect(() => {
    // Reports every change of size before the next paint, including the first size.
    const observer = new ResizeObserver(look);
    observer.observe(outer.current!);
    observer.observe(inner.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={outer}
      class={`scroller ${props.class}`}
      part={props.part}
      data-quiet
      data-busy={props.busy ? "" : undefined}
      data-above={above ? "" : undefined}
      data-below={below ? "" : undefined}
      tabIndex={above || below ? 0 : undefined}
      onScroll={look}
    >
      <div ref={inner} class="within">{props.children}</div>
    </div>
  );
}
