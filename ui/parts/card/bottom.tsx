/**
 * Bottom of a screen, always in view: notes, and the buttons below them.
 *
 * Buttons have fixed positions. Notes appear and disappear above them, over the end of the screen,
 * so that no button moves. The first note is the lowest, so that a later one does not move it.
 *
 * @module
 */
import type { ComponentChildren, JSX } from "preact";
import { Covered } from "./covered.tsx";
import { Scroller } from "./scroller.tsx";

/** Props of {@linkcode Bottom}. */
export interface BottomProps {
  /** Notes, the most transient first. */
  readonly notes?: ComponentChildren;
  /** Draws a line above the buttons. Default: true. */
  readonly lined?: boolean;
  /** Buttons. */
  readonly children: ComponentChildren;
}

/** Notes and buttons. */
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
