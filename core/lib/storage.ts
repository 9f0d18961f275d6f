/**
 * Stores small values. If storage is full, denied or corrupt, no values are stored; it never
 * throws.
 *
 * @module
 */

/** A key-value store of text. No method throws. */
export interface Storage {
  /** Returns the text under a key, or `null`. */
  get(key: string): string | null;
  /** Stores a text, or removes it with `null`. Returns whether it was persisted. */
  set(key: string, value: string | null): boolean;
}

/** Creates a storage that lasts until the page is unloaded. */
export function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key) ?? null,
    set(key, value) {
      if (value === null) values.delete(key);
      else values.set(key, value);
      return true;
    },
  };
}

/**
 * Creates a storage on the browser's `localStorage`. Some server runtimes also provide one, which
 * would be shared by all visitors, so it is used only with a document. It is read lazily, because
 * reading the property can throw if cookies are blocked.
 */
export function browserStorage(): Storage {
  const memory = memoryStorage();
  const local = () => typeof document === "undefined" ? null : globalThis.localStorage;
  return {
    get(key) {
      try {
        const storage = local();
        if (storage !== null) return storage.getItem(key) ?? memory.get(key);
      } catch { /* denied */ }
      return memory.get(key);
    },
    set(key, value) {
      try {
        const storage = local();
        if (storage !== null) {
          if (value === null) storage.removeItem(key);
          else storage.setItem(key, value);
          memory.set(key, null);
          return true;
        }
      } catch { /* full or denied: kept for this page only */ }
      memory.set(key, value);
      return false;
    },
  };
}
