/** Compares the code at an address with that of a released version. @module */
import { type Hex, keccak256 } from "viem";
import type { Implementation } from "./contracts.ts";
import { implementationHash, implementationWords } from "./implementation_code.ts";

/** Code of a version. */
export interface ImplementationCode {
  /** Hash of the code with zeros in place of the words that its constructor sets. */
  readonly hash: Hex;
  /** Offsets of these words, in bytes. */
  readonly words: readonly number[];
}

/** Code of each version. */
export const implementationCodes: Readonly<Record<number, ImplementationCode>> = {
  1: { hash: implementationHash, words: implementationWords },
};

/** Returns true if code returned by a chain is that of a version. */
export function isCodeOf({ version }: Implementation, code: Hex): boolean {
  const { hash, words } = implementationCodes[version]!;
  let text = code.toLowerCase();
  for (const start of words) {
    const at = 2 + start * 2;
    text = text.slice(0, at) + "0".repeat(64) + text.slice(at + 64);
  }
  return keccak256(text as Hex) === hash;
}
