/** Text with a button that copies it, or selects it if copying is not allowed. @module */
import type { JSX, RefObject } from "preact";
import { useId } from "preact/hooks";
import { Button } from "./button.tsx";
import { useDialogContext } from "../hooks/context.ts";
import { type Copying, useCopy } from "../hooks/use_copy.ts";

/** Props of {@linkcode Copy}. */
export interface CopyProps {
  /** Label of the text. */
  readonly label: string;
  /** Text to copy. */
  readonly value: string;
  /** Gets the focus when the screen opens. */
  readonly initial?: boolean;
}

/** Text in full, so that it can be compared, with its button. */
export function Copy(props: CopyProps): JSX.Element {
  const { text } = useDialogContext();
  const copying = useCopy(props.value);
  return (
    <div class="field">
      <CopyField {...props} field={copying.field} />
      <CopyButton {...props} {...copying} label={text.copy} look="secondary" />
    </div>
  );
}

/** Text in full, in a field that can be selected. */
export function CopyField(
  props: CopyProps & { field: RefObject<HTMLTextAreaElement> },
): JSX.Element {
  const id = useId();
  return (
    <>
      <label for={id}>{props.label}</label>
      <textarea
        id={id}
        ref={props.field}
        class="mono"
        rows={2}
        part="input"
        dir="ltr"
        readOnly
        value={props.value}
        data-testid="sdk-copy-value"
        onFocus={(event) => event.currentTarget.select()}
      />
    </>
  );
}

/** The button. */
export function CopyButton(
  props: Copying & {
    label: string;
    look: "primary" | "secondary";
    initial?: boolean;
    /** Longest label that may replace the current one. */
    room?: string;
  },
): JSX.Element {
  const { text } = useDialogContext();
  return (
    <>
      <Button
        look={props.look}
        testid="sdk-copy"
        initial={props.initial === true}
        {...(props.room !== undefined && { room: props.room })}
        onClick={props.copy}
      >
        {props.isCopied ? text.copied : props.label}
      </Button>
      <span class="hidden" role="status">{props.isCopied ? text.copied : ""}</span>
    </>
  );
}
