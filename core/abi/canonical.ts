/**
 * Checks that encoded arguments have the layout of an encoder: each part follows the previous one,
 * and no part is shared. This runs before decoding, because offsets that all point to the same
 * bytes make a decoder copy them thousands of times.
 *
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html
 * @module
 */
import { type Hex, hexToBigInt, size, slice } from "viem";
import { elementOf, fixedLength, type Shape } from "./shape.ts";

/** Bytes of a word. */
const WORD = 32;

/**
 * Checks that the bytes are laid out canonically for these types; the values are not checked. The
 * running time is linear in the size of the data.
 */
export function isCanonical(shapes: readonly Shape[], data: Hex): boolean {
  const length = size(data);
  /** Reads a word as an offset or a count within the data; -1 if it is too large. */
  const small = (at: number): number => {
    if (at + WORD > length) return -1;
    const value = hexToBigInt(slice(data, at, at + WORD));
    return value <= BigInt(length) ? Number(value) : -1;
  };
  /**
   * Finds the end of consecutive values that start at `start`; -1 if the layout is not canonical.
   */
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
  /** Finds the end of a dynamic value that starts at `start`; -1 if the layout is not canonical. */
  const body = (shape: Shape, start: number): number => {
    const inner = elementOf(shape);
    if (inner !== null) {
      const fixed = fixedLength(shape);
      const count = fixed ?? small(start);
      const first = fixed === null ? start + WORD : start;
      // Each element needs at least one word, so a larger count is invalid.
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

/** Returns whether a type is dynamic, so that its head contains an offset to the value. */
function isDynamic(shape: Shape): boolean {
  const inner = elementOf(shape);
  if (inner !== null) return fixedLength(shape) === null || isDynamic(inner);
  if (shape.type === "tuple") return shape.parts.some(isDynamic);
  return shape.type === "bytes" || shape.type === "string";
}

/** Computes the bytes of a value's head. */
function headSize(shape: Shape): number {
  if (isDynamic(shape)) return WORD;
  const inner = elementOf(shape);
  if (inner !== null) return (fixedLength(shape) ?? 0) * headSize(inner);
  return shape.type === "tuple" ? shape.parts.reduce((sum, part) => sum + headSize(part), 0) : WORD;
}
