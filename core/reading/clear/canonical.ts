/**
 * Whether encoded arguments lie as an encoder puts them: each part behind the one before it, none
 * twice. Looked at before anything is decoded, since offsets that all point to the same bytes make a
 * decoder copy them thousands of times.
 *
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html
 * @module
 */
import { type Hex, hexToBigInt, size, slice } from "viem";
import { elementOf, fixedLength } from "./path.ts";
import type { Shape } from "./decode_exactly.ts";

/** Bytes of a word. */
const WORD = 32;

/**
 * Whether the bytes hold exactly these values, in canonical places. What the values are is not
 * looked at. The work grows with the data, whatever is written in it.
 */
export function isCanonical(shapes: readonly Shape[], data: Hex): boolean {
  const length = size(data);
  /** A word as a number that can be a place or a count in the data; -1 for any other. */
  const small = (at: number): number => {
    if (at + WORD > length) return -1;
    const value = hexToBigInt(slice(data, at, at + WORD));
    return value <= BigInt(length) ? Number(value) : -1;
  };
  /** Where values in a row that begin at `start` end; -1 where they do not lie as they should. */
  const row = (count: number, shapeOf: (index: number) => Shape, start: number): number => {
    let head = start;
    for (let index = 0; index < count; index++) head += headSize(shapeOf(index));
    let tail = head;
    if (tail > length) return -1;
    head = start;
    for (let index = 0; index < count; index++) {
      const shape = shapeOf(index);
      if (isDynamic(shape)) {
        if (small(head) !== tail - start) return -1;
        tail = body(shape, tail);
        if (tail < 0) return -1;
      }
      head += headSize(shape);
    }
    return tail;
  };
  /** Where a value of variable size that begins at `start` ends. */
  const body = (shape: Shape, start: number): number => {
    const inner = elementOf(shape);
    if (inner !== null) {
      const fixed = fixedLength(shape);
      const count = fixed ?? small(start);
      const first = fixed === null ? start + WORD : start;
      // Each element takes at least a word: a count beyond that is known to be wrong.
      if (count < 0 || first + count * WORD > length) return -1;
      return row(count, () => inner, first);
    }
    if (shape.type === "tuple") {
      return row(shape.parts.length, (index) => shape.parts[index]!, start);
    }
    const bytes = small(start);
    const end = start + WORD + Math.ceil(bytes / WORD) * WORD;
    return bytes < 0 || end > length ? -1 : end;
  };
  return row(shapes.length, (index) => shapes[index]!, 0) === length;
}

/** Whether a value lies behind the heads, with its place in its head. */
function isDynamic(shape: Shape): boolean {
  const inner = elementOf(shape);
  if (inner !== null) return fixedLength(shape) === null || isDynamic(inner);
  if (shape.type === "tuple") return shape.parts.some(isDynamic);
  return shape.type === "bytes" || shape.type === "string";
}

/** Bytes that a value takes in its row. */
function headSize(shape: Shape): number {
  if (isDynamic(shape)) return WORD;
  const inner = elementOf(shape);
  if (inner !== null) return (fixedLength(shape) ?? 0) * headSize(inner);
  return shape.type === "tuple" ? shape.parts.reduce((sum, part) => sum + headSize(part), 0) : WORD;
}
