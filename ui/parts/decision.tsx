/** The decision at the foot of a screen: what stands in its way, a way out, and yes or another try. @module */
import type { ComponentChildren, JSX } from "preact";
import type { Phase } from "../dialog/session.ts";
import { Bottom } from "./bottom.tsx";
import { Button } from "./button.tsx";
import { useSurroundings } from "./context.ts";
import { Notices, type Progress } from "./notices.tsx";
import { Retry } from "./retry.tsx";

/** What a decision needs. */
export interface DecisionProps {
  /** The preview as it is now. */
  readonly preview: Progress;
  /** Where the request stands. */
  readonly phase: Phase;
  /** Says no. */
  readonly onReject: () => void;
  /** What the screen has to say beside errors. */
  readonly notes?: ComponentChildren;
  /** What always stands above the buttons; it has the same size in every state. */
  readonly above?: ComponentChildren;
  /** Another way out than Cancel. */
  readonly out?: ComponentChildren;
  /** The words of the yes. */
  readonly words: readonly string[];
  /** The button that says yes. */
  readonly children: ComponentChildren;
}

/**
 * The decision. After an error, asking again stands where the yes would; where that would be in vain,
 * the yes stays, and does nothing.
 */
export function Decision(props: DecisionProps): JSX.Element {
  const { text } = useSurroundings();
  const { preview, phase } = props;
  return (
    <Bottom notes={<Notices preview={preview} phase={phase}>{props.notes}</Notices>}>
      {props.above}
      <div class="actions">
        {props.out ?? (
          <Button look="secondary" testid="sdk-cancel" onClick={props.onReject}>
            {text.cancel}
          </Button>
        )}
        {preview.status === "error" && preview.retry !== undefined
          ? <Retry again={preview.retry} room={props.words} />
          : props.children}
      </div>
    </Bottom>
  );
}
