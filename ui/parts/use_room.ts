/** The room that a button keeps for other words. @module */
import { useSurroundings } from "./context.ts";

/**
 * The longest of the words that may come to stand on a button: its own, and those that all of them have.
 * The button is as high as they need (`data-room`), so that it does not grow when they come.
 */
export function useRoom(words: readonly string[] = []): string {
  const { text } = useSurroundings();
  return [...words, text.usePasskey, text.stillWorking, text.loading, text.retry]
    .reduce((longest, each) => each.length > longest.length ? each : longest);
}
