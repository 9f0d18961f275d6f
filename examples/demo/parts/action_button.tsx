/**
 * A button that keeps the focus while it waits: a disabled one would lose it to the page.
 *
 * @module
 */
// @ts-types="npm:@types/react@^19.2.0"
import type { JSX } from "react";

/** Props of the button. */
export interface ActionButtonProps {
  /** Test id. */
  readonly testid: string;
  /** Label of the button. */
  readonly words: string;
  /** True while the request waits for the user. */
  readonly busy: boolean;
  /** True if it is disabled for another reason. */
  readonly off?: boolean;
  /** Classes; default `primary`. */
  readonly look?: string;
  /** Called with a valid press. */
  readonly onPress: () => void;
}

/** The button. */
export function ActionButton(props: ActionButtonProps): JSX.Element {
  const { testid, words, busy, off = false, look = "primary", onPress } = props;
  return (
    <button
      type="button"
      className={look}
      data-testid={testid}
      aria-busy={busy}
      aria-disabled={busy || off}
      onClick={() => {
        if (!busy && !off) onPress();
      }}
    >
      {words}
    </button>
  );
}
