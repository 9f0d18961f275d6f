import { type Hex, slice } from "viem";

/** Compiled code, with the places that a constructor fills in. */
export type Code = {
  readonly runtimeCode: Hex;
  readonly immutables: readonly { readonly start: number; readonly length: number }[];
};

/**
 * Returns whether deployed code is the compiled one. Immutables are ignored: they are derived from
 * the init code, to which the address commits, and from the chain (the P-256 probe).
 */
export function sameCode(found: Hex | undefined, { runtimeCode, immutables }: Code): boolean {
  if (found === undefined) return false;
  return blank(found, immutables) === blank(runtimeCode, immutables);
}

/** Returns code with zeros in place of its immutables. */
export function blank(code: Hex, immutables: Code["immutables"]): Hex {
  let text = code.toLowerCase();
  for (const { start, length } of immutables) {
    const [from, to] = [2 + start * 2, 2 + (start + length) * 2];
    text = text.slice(0, from) + "0".repeat(length * 2) + text.slice(to);
  }
  return text as Hex;
}

/** Returns the words that a constructor filled in. */
export function immutablesIn(code: Hex, { immutables }: Code): Hex[] {
  return immutables.map(({ start, length }) => slice(code, start, start + length));
}
