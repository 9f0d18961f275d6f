/**
 * Stores choices and results: in the browser, or only while the page is open if storage is blocked.
 *
 * @module
 */

const values = new Map<string, string>();

/** Returns the browser's storage; a browser that blocks cookies throws when it is read. */
function storage(): Storage | null {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}

/** The memory. */
export const memory = {
  /** Returns the stored value, or `null`. */
  getItem(key: string): string | null {
    return values.get(key) ?? storage()?.getItem(key) ?? null;
  },
  /** Keeps a text. */
  setItem(key: string, value: string): void {
    try {
      const kept = storage();
      kept?.setItem(key, value);
      if (kept !== null) return void values.delete(key);
    } catch {
      // Full.
    }
    values.set(key, value);
  },
  /** Forgets it. */
  removeItem(key: string): void {
    values.delete(key);
    storage()?.removeItem(key);
  },
};
