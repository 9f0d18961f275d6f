/**
 * Finds tokens in packed paths of Uniswap v3: a token, then a fee and the next token for each pool.
 *
 * @module
 */
import { type Address, type Hex, size } from "viem";
import { wordsOf } from "./words.ts";

/** Bytes of an address. */
const ADDRESS_BYTES = 20;
/** Bytes that each pool adds: a fee, and a token. */
const POOL_BYTES = 23;

/**
 * Finds the spent token. Paths start at the token with the exact amount: they are reversed for
 * exact outputs. Bytes after the last pool are ignored, like in the contracts.
 */
export function paidToken(path: Hex, exact: "in" | "out"): Address {
  const pools = Math.max(0, Math.floor((size(path) - ADDRESS_BYTES) / POOL_BYTES));
  return wordsOf(path).address((exact === "in" ? 0 : pools * POOL_BYTES) - 12);
}
