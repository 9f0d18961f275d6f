/** Paths of ERC-7730 among the arguments of a function. @module */
import { type Hex, size, slice } from "viem";
import type { Shape } from "./decode_exactly.ts";

/** A value with its type. */
export interface Found {
  /** What it is. */
  readonly shape: Shape;
  /** The value; tuples are lists. */
  readonly value: unknown;
}

/** Values that a path leads to: one, or as many as a list on its way has; `null` if it leads nowhere. */
export function follow(path: string, from: readonly Found[]): readonly Found[] | null {
  const [head, ...rest] = path.replace(/^#\./, "").split(".");
  const start = from.find(({ shape }) => shape.name === head);
  return start === undefined ? null : walk(start, rest);
}

function walk(at: Found, [step, ...rest]: readonly string[]): readonly Found[] | null {
  if (step === undefined) return [at];
  const selector = /^\[(.*)\]$/.exec(step)?.[1];
  if (selector === undefined) {
    const index = at.shape.type === "tuple"
      ? at.shape.parts.findIndex(({ name }) => name === step)
      : -1;
    if (index < 0) return null;
    return walk({ shape: at.shape.parts[index]!, value: (at.value as unknown[])[index] }, rest);
  }
  if (at.shape.type === "bytes") {
    const cut = cutBytes(at.value as Hex, selector);
    return cut === null ? null : walk({ shape: { ...at.shape, type: "bytes" }, value: cut }, rest);
  }
  const inner = elementOf(at.shape);
  if (inner === null) return null;
  const values = at.value as readonly unknown[];
  if (selector === "") {
    const all = values.map((value) => walk({ shape: inner, value }, rest));
    return all.includes(null) ? null : all.flatMap((found) => found!);
  }
  if (!/^-?\d+$/.test(selector)) return null;
  const value = values.at(Number(selector));
  return value === undefined ? null : walk({ shape: inner, value }, rest);
}

/** The elements of a list; `null` for what is none. */
export function elementOf(shape: Shape): Shape | null {
  const end = shape.type.lastIndexOf("[");
  return end < 0 || !shape.type.endsWith("]") ? null : { ...shape, type: shape.type.slice(0, end) };
}

/** How many elements a list has by its type; `null` if that is written in the data. */
export function fixedLength(shape: Shape): number | null {
  const count = /\[(\d*)\]$/.exec(shape.type)?.[1];
  return count === undefined || count === "" ? null : Number(count);
}

/** `a:b` of bytes; from the end where negative; `null` if there are too few. */
function cutBytes(value: Hex, selector: string): Hex | null {
  const parts = /^(-?\d*):(-?\d*)$/.exec(selector);
  if (parts === null) return null;
  const length = size(value);
  const place = (text: string, open: number) =>
    text === "" ? open : Number(text) < 0 ? length + Number(text) : Number(text);
  const [start, end] = [place(parts[1]!, 0), place(parts[2]!, length)];
  return start < 0 || end > length || start >= end ? null : slice(value, start, end);
}
