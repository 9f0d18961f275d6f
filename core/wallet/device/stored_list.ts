/** Reads lists from storage. @module */
import { readJson } from "../../lib/json.ts";
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
    const text = readText(storage, key);
    if (last === undefined || last.text !== text) {
      const kept: readonly unknown[] = readJson(
        {
          ...storage,
          get: () => text,
        },
        key,
        Array.isArray,
      ) ?? [];
      last = { text, entries: read(kept) };
    }
    return last.entries;
  };
}

/** Reads a text; a storage that was denied holds none. */
function readText(storage: Storage, key: string): string | null {
  try {
    return storage.get(key);
  } catch {
    return null;
  }
}
