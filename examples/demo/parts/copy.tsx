/** Copies a text, and confirms it. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { type JSX, useState } from "react";
import { useWords } from "../text/language.ts";

/** The button. */
export function Copy(
  { text, label, name, testid }: {
    readonly text: string;
    readonly label?: string;
    /** Accessible name, if it differs from the label. */
    readonly name?: string;
    readonly testid?: string;
  },
): JSX.Element {
  const words = useWords();
  const [copied, setCopied] = useState(false);
  return (
    <button
      type="button"
      className="link"
      data-testid={testid}
      aria-label={copied ? undefined : name}
      onClick={() =>
        navigator.clipboard?.writeText(text).then(() => {
          setCopied(true);
          setTimeout(() => setCopied(false), 1500);
        }, () => {})}
    >
      <span aria-live="polite">{copied ? words.copied : label ?? words.copy}</span>
    </button>
  );
}
