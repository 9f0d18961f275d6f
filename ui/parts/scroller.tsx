/** A part of a dialog that scrolls when there is more in it than room. @module */
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** What is out of sight. */
interface Hidden {
  readonly above: boolean;
  readonly below: boolean;
}

/** Pixels by which rounding may be off. */
const tolerance = 2;

/**
 * Scrolls, shows by itself that there is more above or below, and can then be reached by the keyboard.
 */
export function Scroller(
  props: { class: string; part: string; busy?: boolean; children: ComponentChildren },
): JSX.Element {
  const outer = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const [{ above, below }, setHidden] = useState<Hidden>({ above: false, below: false });
  const look = () => {
    // A scroll is told a frame later: the dialog may be gone by then.
    if (outer.current === null) return;
    const { scrollTop, scrollHeight, clientHeight } = outer.current;
    const above = scrollTop > tolerance;
    const below = scrollHeight - clientHeight - scrollTop > tolerance;
    setHidden((last) => last.above === above && last.below === below ? last : { above, below });
  };
  useLayoutEffect(() => {
    // Told before the next paint, whatever grew, and also of the first size.
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
