/** Reads JSON from storage that may be corrupt. @module */
import type { Storage } from "./storage.ts";

/** Reads the JSON value under a key; returns `null` if it fails the check. Never throws. */
export function readJson<T>(
  storage: Storage,
  key: string,
  check: (value: unknown) => value is T,
): T | null {
  return parseJson(storage.get(key), check);
}

/** Parses JSON; returns `null` if there is none, or if it fails the check. Never throws. */
export function parseJson<T>(text: string | null, check: (value: unknown) => value is T): T | null {
  try {
    if (text === null) return null;
    const value: unknown = JSON.parse(text);
    return check(value) ? value : null;
  } catch {
    return null;
  }
}
