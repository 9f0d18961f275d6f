/** Notice that the embedding page covers the dialog's frame. @module */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../controls/button.tsx";
import { useDialogContext } from "../hooks/context.ts";
import { Note } from "./note.tsx";
import { useReadable } from "../hooks/use_readable.ts";

/** Delay before the notice, while a frame appears or is scrolled into view. */
const NOTICE_DELAY_MS = 1_000;

/** Notice with a button that opens a window. */
export function Covered(): JSX.Element | null {
  const { text, isVisible: visibility, openInWindow } = useDialogContext();
  const isVisible = useReadable(visibility);
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (isVisible) return;
    const timer = setTimeout(() => setLate(true), NOTICE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isVisible]);
  if (isVisible || !late) return null;
  return (
    <Note level="warning" words={text.covered} testid="sdk-covered">
      {openInWindow === undefined
        ? null
        : (
          <Button look="secondary" testid="sdk-elsewhere" onClick={openInWindow}>
            {text.openWindow}
          </Button>
        )}
    </Note>
  );
}
