/** Reads fields of canonical typed data. @module */
import type { Address, Hex } from "viem";

/** Members by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** Reads an address; `null` for other values. */
export function addressOf(value: unknown): Address | null {
  return typeof value === "string" && /^0x[0-9a-fA-F]{40}$/.test(value) ? value as Address : null;
}

/** Reads a whole number; `null` for other values. */
export function numberOf(value: unknown): bigint | null {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : null;
  return typeof value === "string" && /^-?\d{1,80}$/.test(value) ? BigInt(value) : null;
}

/** Reads bytes; empty for other values. */
export function bytesOf(value: unknown): Hex {
  return typeof value === "string" && /^0x(?:[0-9a-f]{2})*$/i.test(value) ? value as Hex : "0x";
}

/** Reads a struct, or a list of them. */
export function structsOf(value: unknown): readonly Fields[] {
  const all = Array.isArray(value) ? value : [value];
  return all.filter((entry): entry is Fields => typeof entry === "object" && entry !== null);
}

/** Returns the latest of several times; `null` if one of them is unknown. */
export function latest(moments: readonly (bigint | null)[]): bigint | null {
  if (moments.length === 0) return null;
  return moments.reduce((last, next) =>
    last === null || next === null ? null : next > last ? next : last
  );
}
