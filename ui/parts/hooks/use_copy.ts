/** Copies a text, or selects it if copying is not allowed. @module */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** State of a copy button. */
export interface Copying {
  /** Field that shows the text. */
  readonly field: RefObject<HTMLTextAreaElement>;
  /** True for a short time after the text was copied. */
  readonly isCopied: boolean;
  /** Copies the text; call it within the click. */
  copy(): void;
}

/** Duration for which the button confirms that it copied. */
const COPIED_MS = 2_000;

/** Returns the state of a button that copies a text. */
export function useCopy(value: string): Copying {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isCopied, setCopied] = useState(false);
  useLayoutEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // Many in-app browsers do not allow copying: the text is selected instead.
      const folded = field.current?.closest("details");
      if (folded) folded.open = true;
      field.current?.focus();
      field.current?.select();
    }
  };
  return { field, isCopied, copy: () => void copy() };
}
