/** Reserves space for a button's longest label. @module */
import { useDialogContext } from "./context.ts";

/**
 * Returns the longest possible label of a button: its own labels, and the shared labels of all buttons. The
 * button reserves its height (`data-room`), so that it never grows.
 */
export function useStableWidth(words: readonly string[] = []): string {
  const { text } = useDialogContext();
  return [...words, text.usePasskey, text.stillWorking, text.loading, text.retry]
    .reduce((longest, each) => each.length > longest.length ? each : longest);
}
