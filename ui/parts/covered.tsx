/** What is said while a page covers the dialog's frame. @module */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button } from "./button.tsx";
import { useSurroundings } from "./context.ts";
import { Note } from "./note.tsx";
import { useReadable } from "./use_readable.ts";

/** Milliseconds for which a frame may be unseen before it is spoken of: it appears, or is scrolled. */
const patience = 1_000;

/** A note, with the way to a window. */
export function Covered(): JSX.Element | null {
  const { text, seen: readable, elsewhere } = useSurroundings();
  const seen = useReadable(readable);
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (seen) return;
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, [seen]);
  if (seen || !late) return null;
  return (
    <Note level="warning" words={text.covered} testid="sdk-covered">
      {elsewhere === undefined
        ? null
        : (
          <Button look="secondary" testid="sdk-elsewhere" onClick={elsewhere}>
            {text.openWindow}
          </Button>
        )}
    </Note>
  );
}
