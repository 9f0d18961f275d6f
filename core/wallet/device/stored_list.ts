/** Reads lists from storage. @module */
import { parseJson } from "../../lib/json.ts";
import type { Storage } from "../../lib/storage.ts";

/**
 * Opens a list under a key. A text is parsed and checked once: dialogs ask for the same list for each
 * call of a batch, and to check it can take some milliseconds.
 *
 * @param read picks what is valid; whatever else the storage holds counts as nothing
 */
export function storedList<T>(
  storage: Storage,
  key: string,
  read: (entries: readonly unknown[]) => readonly T[],
): () => readonly T[] {
  let last: { readonly text: string | null; readonly entries: readonly T[] } | undefined;
  return () => {
    const text = storage.get(key);
    if (last === undefined || last.text !== text) {
      last = { text, entries: read(parseJson(text, Array.isArray) ?? []) };
    }
    return last.entries;
  };
}
