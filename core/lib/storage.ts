/**
 * Where small things are kept. Storage that is full, denied or damaged degrades to nothing being
 * remembered; it never throws.
 *
 * @module
 */

/** A small store of text. No method throws. */
export interface Storage {
  /** The text under a key, or `null`. */
  get(key: string): string | null;
  /** Keeps a text, or removes it with `null`. Answers whether it was kept. */
  set(key: string, value: string | null): boolean;
}

/** Keeps things until the page is left. */
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
 * The browser's `localStorage`. It exists on some servers as well, where it would mix up visitors,
 * so it is used only with a document; and it is asked for lazily, because reading the property can
 * throw where cookies are blocked.
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
