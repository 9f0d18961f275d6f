/**
 * Reads ERC-7710 contexts from the response to a grant. The contract ignores nonce and last second
 * of a context without the spender's signature; these two contain the permission's id and its
 * chain.
 *
 * @module
 */
import type { Address, Hex } from "../lib/hex.ts";

const WORD = /^[\da-f]{64}$/i;

/** A permission that a context names. */
export interface ContextName {
  /** Id of the permission. */
  readonly id: Hex;
  /** Chain of the permission. */
  readonly chainId: number;
  /** Account that granted it. */
  readonly address: Address;
}

/** Start of an encoded struct, and the position of the permission in it. */
const HEAD = /^0x0{62}200{62}c0/i;

/**
 * Reads a context; `undefined` if it cannot be from the response to a grant. The function is small,
 * because pages load it with their checks.
 */
export function nameOfContext(context: Hex): ContextName | undefined {
  const word = (index: number) => context.slice(2 + 64 * index, 66 + 64 * index);
  const account = word(7);
  if (!HEAD.test(context) || !WORD.test(account)) return undefined;
  const chainId = Number(`0x${word(5)}`);
  if (!Number.isSafeInteger(chainId) || chainId === 0) return undefined;
  return { id: `0x${word(4)}`, chainId, address: `0x${account.slice(24)}` };
}
