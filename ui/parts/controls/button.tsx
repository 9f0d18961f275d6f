/** Buttons. @module */
import type { ComponentChildren, JSX } from "preact";

/** Props of {@linkcode Button}. */
export interface ButtonProps {
  /** Visual style. */
  readonly look: "primary" | "secondary" | "plain";
  /** Stable name for tests. */
  readonly testid: string;
  /** Click handler. */
  readonly onClick: () => void;
  /** Ignores presses; the button keeps the focus. */
  readonly disabled?: boolean;
  /** Longest label that may replace the current one. */
  readonly room?: string;
  /** Label. */
  readonly children: ComponentChildren;
  /** Gets the focus when the screen opens. */
  readonly initial?: boolean;
}

/** Button that stays focusable while disabled, so that the focus is not lost. */
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
