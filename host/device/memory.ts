/** Stores the last displayed data, so that it is available immediately and offline. @module */
import { readJson } from "../../core/lib/json.ts";
import type { Storage } from "../../core/lib/storage.ts";

/** Maximum characters of one value, because the accounts share the origin's storage. */
const MAX_KEPT_LENGTH = 60_000;

/** Member name of an encoded integer. */
const INTEGER = "$integer";

/** A value with its time. */
interface Kept {
  readonly at: number;
  readonly value: unknown;
  /** BCP 47 tag of the value's texts; absent for a value without texts. */
  readonly tag?: string | undefined;
}

/** Stores a value, with the tag of its texts' language; ignores larger ones. */
export function remember(storage: Storage, name: string, value: unknown, tag?: string): void {
  const kept: Kept = { at: Math.floor(Date.now() / 1000), value, tag };
  const json = JSON.stringify(
    kept,
    (_, each) => typeof each === "bigint" ? { [INTEGER]: String(each) } : each,
  );
  if (json.length <= MAX_KEPT_LENGTH) storage.set(key(name), json);
}

/** Returns a value and its time in Unix seconds; `null` if none is stored in this language. */
export function recall<T>(
  storage: Storage,
  name: string,
  tag?: string,
): { value: T; at: number } | null {
  const kept = readJson(storage, key(name), isKept);
  if (kept === null || kept === undefined || kept.tag !== tag) return null;
  return { value: revive(kept.value) as T, at: kept.at };
}

/** Forgets a value. */
export function forget(storage: Storage, name: string): void {
  storage.set(key(name), null);
}

function key(name: string): string {
  return `acct.seen.1.${name.toLowerCase()}`;
}

function isKept(value: unknown): value is Kept {
  const kept = value as Kept | null;
  return typeof kept === "object" && kept !== null && Number.isFinite(kept.at) &&
    kept.value !== undefined;
}

/**
 * Decodes integers. They are encoded as objects, so that a text from outside, such as a symbol,
 * stays a text.
 */
function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive);
  if (typeof value !== "object" || value === null) return value;
  const integer = (value as Record<string, unknown>)[INTEGER];
  if (typeof integer === "string" && /^-?\d+$/.test(integer)) return BigInt(integer);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, revive(each)]));
}
