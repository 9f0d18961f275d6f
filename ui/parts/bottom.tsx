/**
 * What stands below a screen and always in sight: notes, and under them the buttons.
 *
 * The buttons have fixed places. Notes come and go above them, over the end of the screen: nothing that
 * can be pressed moves. So what comes first stands lowest: a note that turns up later pushes nothing.
 *
 * @module
 */
import type { ComponentChildren, JSX } from "preact";
import { Covered } from "./covered.tsx";
import { Scroller } from "./scroller.tsx";

/** What the bottom needs. */
export interface BottomProps {
  /** What there is to say; the most fleeting first. */
  readonly notes?: ComponentChildren;
  /** Whether a line parts it from the screen. */
  readonly lined?: boolean;
  /** The decision. */
  readonly children: ComponentChildren;
}

/** Notes and decision. */
export function Bottom(props: BottomProps): JSX.Element {
  return (
    <>
      <Scroller class="notes" part="notes">
        <Covered />
        {props.notes}
      </Scroller>
      <footer class={props.lined === false ? "footer" : "footer lined"} part="footer">
        {props.children}
      </footer>
    </>
  );
}
