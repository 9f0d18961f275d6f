/** Checks the shape of values returned by nodes. @module */
import type { Address, Hex } from "viem";

/** Bytes of the longest quantity and of a word. */
const WORD_BYTES = 32;

/** Returns whether a value has fields. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns whether a value is hex of `most` bytes at most; half a byte counts as one. */
export function isHex(value: unknown, most = Infinity): value is Hex {
  return typeof value === "string" && value.length <= 2 + 2 * most && /^0x[0-9a-f]*$/i.test(value);
}

/** Returns whether a value is a quantity of `most` at most; some write it with zeros in front. */
export function isQuantity(value: unknown, most = 2n ** 256n - 1n): value is Hex {
  return isHex(value, WORD_BYTES) && value.length > 2 && BigInt(value) <= most;
}

/** Returns whether a value is a quantity within JavaScript's safe integers. */
export function isSafe(value: unknown): value is Hex {
  return isQuantity(value, BigInt(Number.MAX_SAFE_INTEGER));
}

/** Returns whether a value is bytes. */
export function isBytes(value: unknown): value is Hex {
  return isHex(value) && value.length % 2 === 0;
}

/** Returns whether a value is a word of 32 bytes. */
export function isWord(value: unknown): value is Hex {
  return isHex(value, WORD_BYTES) && value.length === 2 + 2 * WORD_BYTES;
}

/** Returns whether a value is an address. */
export function isAddress(value: unknown): value is Address {
  return isHex(value, 20) && value.length === 42;
}
