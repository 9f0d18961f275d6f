/** Reading what may have been damaged. @module */
import type { Storage } from "./storage.ts";

/** What stands under a key, if it passes the check; else `null`. Never throws. */
export function readJson<T>(
  storage: Storage,
  key: string,
  check: (value: unknown) => value is T,
): T | null {
  try {
    const text = storage.get(key);
    if (text === null) return null;
    const value: unknown = JSON.parse(text);
    return check(value) ? value : null;
  } catch {
    return null;
  }
}
