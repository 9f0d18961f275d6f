/** Reads JSON from storage that may be corrupt. @module */
import type { Storage } from "./storage.ts";

/** Reads the JSON value under a key; returns `null` if it fails the check. Never throws. */
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
