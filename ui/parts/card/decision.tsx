/** Bottom of a screen: notices, and the buttons to cancel, confirm or retry. @module */
import type { ComponentChildren, JSX } from "preact";
import type { RequestStatus } from "@sdk/core/dialog";
import { Bottom } from "./bottom.tsx";
import { Button } from "../controls/button.tsx";
import { useDialogContext } from "../hooks/context.ts";
import { Notices, type Progress } from "./notices.tsx";
import { Retry } from "../controls/retry.tsx";

/** Props of {@linkcode Decision}. */
export interface DecisionProps {
  /** Current preview. */
  readonly preview: Progress;
  /** Current status of the request. */
  readonly phase: RequestStatus;
  /** Rejects the request. */
  readonly onReject: () => void;
  /** Notes of the screen in addition to errors. */
  readonly notes?: ComponentChildren;
  /** Content above the buttons; its size is equal in every state. */
  readonly above?: ComponentChildren;
  /** Replaces the Cancel button. */
  readonly out?: ComponentChildren;
  /** Label of the retry button. Default: "Try again". */
  readonly retryLabel?: string;
  /** Labels of the confirm button. */
  readonly words: readonly string[];
  /** Confirm button. */
  readonly children: ComponentChildren;
}

/**
 * Notices and buttons. After an error, Retry replaces the confirm button; if retrying cannot help,
 * the disabled confirm button remains.
 */
export function Decision(props: DecisionProps): JSX.Element {
  const { text } = useDialogContext();
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
          ? <Retry again={preview.retry} room={props.words} label={props.retryLabel} />
          : props.children}
      </div>
    </Bottom>
  );
}
