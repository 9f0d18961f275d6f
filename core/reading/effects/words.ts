/**
 * Reads ABI-encoded data as contracts do: offsets may point anywhere, bytes beside an address and after
 * the arguments are ignored, and missing bytes are zero. Made for dangers only; what looks harmless is
 * decoded exactly elsewhere.
 *
 * @module
 */
import { type Address, getAddress, type Hex, maxUint256 } from "viem";

/** Bytes of a word. */
export const WORD = 32;

/** Bits that routers of Uniswap read of offsets and lengths. */
export const LENGTH_MASK = 0xffffffffn;

/** Data with positions in bytes. */
export interface Words {
  /** Number of bytes. */
  readonly length: number;
  /** Reads the word at a position. */
  word(at: number): bigint;
  /** Reads an address: the low 20 bytes of a word. */
  address(at: number): Address;
  /** Copies bytes, as far as they exist. */
  slice(at: number, length: number): Hex;
  /** Follows the offset at `at`, counted from `base`; the end of the data if it leads beyond. */
  follow(base: number, at: number): number;
}

/** A list within data. */
export interface WordList {
  /** Position of the first element, from which offsets within the list count. */
  readonly at: number;
  /** Number of elements that the data can hold. */
  readonly count: number;
}

/** Wraps data; `skip` bytes, such as a selector, are left out. */
export function wordsOf(data: Hex, skip = 0): Words {
  // A part of the text, not a copy: one list can name the same bytes many times.
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
      // Old compilers add without a check: an offset may wrap around.
      const position = (BigInt(base) + offset) & maxUint256;
      if (position < BigInt(length)) return Number(position);
      // Routers of Uniswap mask offsets; others refuse such ones.
      return Math.min(base + Number(offset & LENGTH_MASK), length);
    },
  };
}

/** Reads the bytes whose offset stands at `at`. */
export function bytesAt(words: Words, base: number, at: number): Hex {
  const start = words.follow(base, at);
  return words.slice(start + WORD, clamp(words.word(start), words.length));
}

/** Reads the list whose offset stands at `at`; each element takes `size` bytes at least. */
export function listAt(words: Words, base: number, at: number, size = WORD): WordList {
  const start = words.follow(base, at);
  const first = start + WORD;
  const room = Math.max(0, Math.floor((words.length - first) / size));
  return { at: first, count: clamp(words.word(start), room) };
}

function clamp(value: bigint, most: number): number {
  return value < BigInt(most) ? Number(value) : most;
}
