/** A text to take along: copied by a button, or by hand where the browser lets no page copy. @module */
import type { JSX } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "./button.tsx";
import { useSurroundings } from "./context.ts";

/** What the text needs. */
export interface CopyProps {
  /** What it is. */
  readonly label: string;
  /** What is copied. */
  readonly value: string;
  /** Takes the focus when the screen opens. */
  readonly initial?: boolean;
}

/** Milliseconds for which it says that it was copied. */
const thanks = 2_000;

/** The text, whole, so that it can be compared; and its button. */
export function Copy(props: CopyProps): JSX.Element {
  const { text } = useSurroundings();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState(false);
  useLayoutEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), thanks);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.value);
      setCopied(true);
    } catch {
      // In many apps' own browsers nothing may be copied for the person: it is selected instead.
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
