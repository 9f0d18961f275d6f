/** Finds tokens in packed paths of Uniswap v3: a token, and for each pool its fee and the next token. @module */
import { type Address, type Hex, size } from "viem";
import { wordsOf } from "./words.ts";

/** Bytes of an address. */
const ADDRESS_BYTES = 20;
/** Bytes that each pool adds: a fee, and a token. */
const POOL_BYTES = 23;

/**
 * Finds the token that is paid. Paths are written from the token that is exact: reversed for exact
 * outputs. Bytes after the last pool are ignored, as contracts do.
 */
export function paidToken(path: Hex, exact: "in" | "out"): Address {
  const pools = Math.max(0, Math.floor((size(path) - ADDRESS_BYTES) / POOL_BYTES));
  return wordsOf(path).address((exact === "in" ? 0 : pools * POOL_BYTES) - 12);
}
