/** The button that confirms. @module */
import type { ComponentChildren, JSX } from "preact";
import { useSurroundings } from "./context.ts";
import { useHeld } from "./held.ts";
import { Spinner } from "./icons.tsx";
import { useReadable } from "./use_readable.ts";
import { useRoom } from "./use_room.ts";

/** What the button needs. */
export interface ConfirmProps {
  /** Runs in the click itself. */
  readonly onConfirm: () => void;
  /** Whether all is there that a person has to know. */
  readonly ready: boolean;
  /** Whether the passkey is in use. */
  readonly busy: boolean;
  /** Whether another button's passkey is in use. */
  readonly blocked?: boolean;
  /** Changes whenever what is confirmed changed for the worse. */
  readonly revision: string | number;
  /** Other words that it may have later. */
  readonly room?: readonly string[];
  /** Its words. */
  readonly children: ComponentChildren;
  /** Stable name for tests. */
  readonly testid?: string;
  /** How it looks. */
  readonly look?: "primary" | "secondary";
  /** Takes the focus when the screen opens. */
  readonly initial?: boolean;
}

/**
 * A button whose press counts only when it was meant for what is shown (see `dialog/guard.ts`); it
 * shows that it is waiting.
 */
export function Confirm(props: ConfirmProps): JSX.Element {
  const { guard, seen, busyText } = useSurroundings();
  const covered = !useReadable(seen);
  const { ready, busy, revision } = props;
  const blocked = busy || props.blocked === true;
  const words = wordsOf(props.children);
  const room = useRoom([words, ...props.room ?? []]);
  const held = useHeld(ready, revision) && !blocked;
  return (
    <button
      type="button"
      class={`button ${props.look ?? "primary"}`}
      part={`button ${props.look ?? "primary"}`}
      data-testid={props.testid ?? "sdk-confirm"}
      data-initial={props.initial ? "" : undefined}
      data-room={room}
      data-waiting={held ? "" : undefined}
      data-idle={!busy && (!ready || blocked || covered) ? "" : undefined}
      aria-disabled={held || !ready || blocked ? "true" : undefined}
      onClick={() => {
        // Asked first: it also ends the press.
        const accepted = guard.accepts();
        if (accepted && ready && !blocked) props.onConfirm();
      }}
    >
      {/* A new element per revision: its animation starts again. */}
      {held ? <span key={revision} class="wait" /> : null}
      {/* Other words are other elements: they do not move, they are exchanged. */}
      {busy
        ? (
          <span key={busyText} class="label">
            <Spinner />
            {busyText}
          </span>
        )
        : <span key={words} class="label">{props.children}</span>}
    </button>
  );
}

/** The words among the children. */
function wordsOf(children: ComponentChildren): string {
  return [children].flat().filter((child) => typeof child === "string").join();
}
