/** Reads lists from storage. @module */
import { readJson } from "../../lib/json.ts";
import type { Storage } from "../../lib/storage.ts";

/**
 * Opens a list under a key. A text is parsed and validated once: dialogs read the same list for
 * each call of a batch, and validation can take some milliseconds.
 *
 * @param read returns the valid entries; all other stored values are ignored
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

/** Reads a text; returns nothing if storage access is denied. */
function readText(storage: Storage, key: string): string | null {
  try {
    return storage.get(key);
  } catch {
    return null;
  }
}
