/** Button that confirms. @module */
import type { ComponentChildren, JSX } from "preact";
import { useContext } from "preact/hooks";
import { useDialogContext } from "../hooks/context.ts";
import { useGuarded } from "../hooks/use_guarded.ts";
import { Spinner } from "../icons/dialog_icons.tsx";
import { DownIcon } from "../icons/icons.tsx";
import { reviewContext } from "../hooks/review.ts";
import { useReadable } from "../hooks/use_readable.ts";
import { useStableWidth } from "../hooks/use_stable_width.ts";

/** Props of {@linkcode Confirm}. */
export interface ConfirmProps {
  /** Called within the click. */
  readonly onConfirm: () => void;
  /** True once all information for the decision is shown. */
  readonly ready: boolean;
  /** True while the passkey is in use. */
  readonly busy: boolean;
  /** True while another button's passkey prompt is open. */
  readonly blocked?: boolean;
  /** Changes whenever the confirmed content gets worse. */
  readonly revision: string | number;
  /** Labels that the button may have later. */
  readonly room?: readonly string[];
  /** Label. */
  readonly children: ComponentChildren;
  /** Stable name for tests. */
  readonly testid?: string;
  /** Visual style. */
  readonly look?: "primary" | "secondary" | "plain";
  /** True if confirming can cost the user something. */
  readonly danger?: boolean;
  /** True if confirming protects the user: nothing has to be viewed before. */
  readonly protects?: boolean;
  /** Gets the focus when the screen opens. */
  readonly initial?: boolean;
}

/**
 * Button that accepts a press only if it was meant for the current content (see `hooks/guard.ts`);
 * it shows that it is waiting.
 */
export function Confirm(props: ConfirmProps): JSX.Element {
  const { guard, isVisible, busyText, text } = useDialogContext();
  const review = useContext(reviewContext);
  const left = useReadable(review?.left ?? none);
  const covered = !useReadable(isVisible);
  const { ready, busy, revision, look = "primary" } = props;
  const blocked = busy || props.blocked === true;
  // A press scrolls to deciding content that was not in view yet.
  const reviews = ready && !blocked && left > 0 && look === "primary" && !props.protects;
  const words = getText(props.children);
  const room = useStableWidth([words, ...props.room ?? []]);
  const isGuarded = useGuarded(ready, reviews ? `${revision} review` : revision) && !blocked;
  return (
    <button
      type="button"
      class={`button ${look}${props.danger && !reviews ? " danger" : ""}`}
      part={`button ${look}`}
      data-testid={props.testid ?? "sdk-confirm"}
      data-review={reviews ? "" : undefined}
      data-initial={props.initial ? "" : undefined}
      data-room={room}
      data-waiting={isGuarded ? "" : undefined}
      data-idle={!busy && (!ready || blocked || covered) ? "" : undefined}
      aria-disabled={isGuarded || !ready || blocked ? "true" : undefined}
      onClick={() => {
        // Called first, because it also completes the press.
        const accepted = guard.accepts();
        if (!accepted || !ready || blocked || review?.isKnown() === false) return;
        if (reviews) review?.next();
        else props.onConfirm();
      }}
    >
      {/* A new element per revision restarts its animation. */}
      {isGuarded ? <span key={revision} class="wait" /> : null}
      {/* A different text is a different element: it is replaced, not moved. */}
      {busy
        ? (
          <span key={busyText} class="label">
            <Spinner />
            {busyText}
          </span>
        )
        : reviews
        ? (
          <span key="review" class="label">
            {text.review}
            <DownIcon />
          </span>
        )
        : <span key={words} class="label">{props.children}</span>}
    </button>
  );
}

const none = { get: () => 0, subscribe: () => () => {} };

/** Returns the text among the children. */
function getText(children: ComponentChildren): string {
  return [children].flat().filter((child) => typeof child === "string").join();
}
