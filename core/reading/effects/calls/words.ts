/**
 * Reads ABI-encoded data as contracts do: offsets may point anywhere, dirty bytes next to an
 * address and after the arguments are ignored, and missing bytes are zero. Used only to detect
 * dangers; displayed data is decoded strictly by another module.
 *
 * @module
 */
import { type Address, getAddress, type Hex, maxUint256 } from "viem";

/** Bytes of a word. */
export const WORD = 32;

/** Bits of offsets and lengths that Uniswap's routers read. */
export const LENGTH_MASK = 0xffffffffn;

/** Data with positions in bytes. */
export interface Words {
  /** Number of bytes. */
  readonly length: number;
  /** Reads the word at a position. */
  word(at: number): bigint;
  /** Reads an address: the low 20 bytes of a word. */
  address(at: number): Address;
  /** Copies the existing bytes of a range. */
  slice(at: number, length: number): Hex;
  /**
   * Follows the offset at `at`, relative to `base`; returns the end of the data if it points
   * beyond.
   */
  follow(base: number, at: number): number;
}

/** A list within data. */
export interface WordList {
  /** Position of the first element; offsets within the list are relative to it. */
  readonly at: number;
  /** Maximum number of elements in the data. */
  readonly count: number;
}

/** Wraps data and skips its first `skip` bytes, such as a selector. */
export function wordsOf(data: Hex, skip = 0): Words {
  // A substring, not a copy, because one list can reference the same bytes many times.
  const hex = data.slice(2 + 2 * skip);
  const length = hex.length / 2;
  const raw = (at: number, count: number) =>
    hex.slice(2 * at, 2 * (at + count)).padEnd(2 * count, "0");
  return {
    length,
    word: (at) => BigInt(`0x${raw(at, WORD)}`),
    address: (at) => getAddress(`0x${raw(at + 12, 20)}`),
    slice: (at, count) => `0x${hex.slice(2 * at, 2 * Math.min(at + count, length))}`,
    follow(base, at) {
      const offset = BigInt(`0x${raw(at, WORD)}`);
      // Old compilers add without a check, so an offset may wrap around.
      const position = (BigInt(base) + offset) & maxUint256;
      if (position < BigInt(length)) return Number(position);
      // Uniswap's routers mask offsets; other contracts reject such offsets.
      return Math.min(base + Number(offset & LENGTH_MASK), length);
    },
  };
}

/** Reads the bytes whose offset is at `at`. */
export function bytesAt(words: Words, base: number, at: number): Hex {
  const start = words.follow(base, at);
  return words.slice(start + WORD, clamp(words.word(start), words.length));
}

/** Reads the list whose offset is at `at`; each element has at least `size` bytes. */
export function listAt(words: Words, base: number, at: number, size = WORD): WordList {
  const start = words.follow(base, at);
  const first = start + WORD;
  const room = Math.max(0, Math.floor((words.length - first) / size));
  return { at: first, count: clamp(words.word(start), room) };
}

function clamp(value: bigint, most: number): number {
  return value < BigInt(most) ? Number(value) : most;
}
