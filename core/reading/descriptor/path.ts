/** Resolves ERC-7730 paths in the arguments of a function. @module */
import { type Hex, size, slice } from "viem";
import { elementOf, type Shape } from "../../abi/shape.ts";

/** A value with its type. */
export interface Found {
  readonly shape: Shape;
  /** Decoded value; tuples are lists. */
  readonly value: unknown;
}

/**
 * Finds the values at a path: one, or one per element of a list; returns `null` if the path is
 * missing.
 */
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

/** Slices `a:b` of bytes, negative from the end; returns `null` if there are too few. */
function cutBytes(value: Hex, selector: string): Hex | null {
  const parts = /^(-?\d*):(-?\d*)$/.exec(selector);
  if (parts === null) return null;
  const length = size(value);
  const place = (text: string, open: number) =>
    text === "" ? open : Number(text) < 0 ? length + Number(text) : Number(text);
  const [start, end] = [place(parts[1]!, 0), place(parts[2]!, length)];
  return start < 0 || end > length || start >= end ? null : slice(value, start, end);
}
