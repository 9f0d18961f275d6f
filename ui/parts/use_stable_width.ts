/** Reserves space for a button's longest label. @module */
import { useDialogContext } from "./context.ts";

/**
 * Returns the longest label that a button may have: its own, and those that all buttons share. The
 * button takes the height of it (`data-room`), so that it never grows.
 */
export function useStableWidth(words: readonly string[] = []): string {
  const { text } = useDialogContext();
  return [...words, text.usePasskey, text.stillWorking, text.loading, text.retry]
    .reduce((longest, each) => each.length > longest.length ? each : longest);
}
