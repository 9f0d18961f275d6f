/** Text with a button that copies it, or selects it if copying is not allowed. @module */
import type { JSX } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "./button.tsx";
import { useDialogContext } from "../hooks/context.ts";

/** Props of {@linkcode Copy}. */
export interface CopyProps {
  /** Label of the text. */
  readonly label: string;
  /** Text to copy. */
  readonly value: string;
  /** Gets the focus when the screen opens. */
  readonly initial?: boolean;
}

/** Duration for which the button confirms that it copied. */
const COPIED_MS = 2_000;

/** Text in full, so that it can be compared, with its button. */
export function Copy(props: CopyProps): JSX.Element {
  const { text } = useDialogContext();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState(false);
  useLayoutEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.value);
      setCopied(true);
    } catch {
      // Many in-app browsers do not allow copying: the text is selected instead.
      field.current?.focus();
      field.current?.select();
    }
  };
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      <textarea
        id={id}
        ref={field}
        class="mono"
        rows={2}
        part="input"
        dir="ltr"
        readOnly
        value={props.value}
        data-testid="sdk-copy-value"
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        look="secondary"
        testid="sdk-copy"
        initial={props.initial === true}
        onClick={() => void copy()}
      >
        {copied ? text.copied : text.copy}
      </Button>
      <span class="hidden" role="status">{copied ? text.copied : ""}</span>
    </div>
  );
}
