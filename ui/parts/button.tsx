/** Buttons. @module */
import type { ComponentChildren, JSX } from "preact";

/** What a button needs. */
export interface ButtonProps {
  /** How it looks. */
  readonly look: "primary" | "secondary" | "plain";
  /** Stable name for tests. */
  readonly testid: string;
  /** What it does. */
  readonly onClick: () => void;
  /** Whether a press does nothing now; the button keeps the focus. */
  readonly disabled?: boolean;
  /** The longest words that may come to stand in its place. */
  readonly room?: string;
  /** Its words. */
  readonly children: ComponentChildren;
  /** Takes the focus when the screen opens. */
  readonly initial?: boolean;
}

/** A button. Disabled ones stay focusable, so that the focus is not lost when they change. */
export function Button(props: ButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class={`button ${props.look}`}
      part={`button ${props.look}`}
      data-testid={props.testid}
      data-room={props.room}
      data-initial={props.initial ? "" : undefined}
      aria-disabled={props.disabled ? "true" : undefined}
      onClick={() => props.disabled || props.onClick()}
    >
      <span class="label">{props.children}</span>
    </button>
  );
}
