/** The decision at the foot of a screen: what stands in its way, a way out, and yes or another try. @module */
import type { ComponentChildren, JSX } from "preact";
import type { Phase } from "../dialog/session.ts";
import { Button } from "./button.tsx";
import { useSurroundings } from "./context.ts";
import { Notices, type Progress } from "./notices.tsx";

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
  /** Another way out than Cancel. */
  readonly out?: ComponentChildren;
  /** The button that says yes. */
  readonly children: ComponentChildren;
}

/** The decision. After an error, asking again stands where the yes would. */
export function Decision(props: DecisionProps): JSX.Element {
  const { text } = useSurroundings();
  const { preview, phase } = props;
  return (
    <>
      <Notices preview={preview} phase={phase}>{props.notes}</Notices>
      <div class="actions">
        {props.out ?? (
          <Button look="secondary" testid="sdk-cancel" onClick={props.onReject}>
            {text.cancel}
          </Button>
        )}
        {preview.status === "error" ? <Retry again={preview.retry} /> : props.children}
      </div>
    </>
  );
}

/** Asks again; nothing where that would be in vain. */
export function Retry(props: { again: (() => void) | undefined }): JSX.Element | null {
  const { text } = useSurroundings();
  const { again } = props;
  if (again === undefined) return null;
  return (
    <Button look="primary" testid="sdk-retry" onClick={() => again()}>
      {text.retry}
    </Button>
  );
}
