/** Lists the permissions of ERC-7715 that can be granted here. @module */

import type { Hex } from "../lib/hex.ts";

/** Permission types that can map exactly to a spend permission. */
export const executionTypes = [
  "erc20-token-allowance",
  "erc20-token-periodic",
  "erc20-token-stream",
  "native-token-allowance",
  "native-token-periodic",
  "native-token-stream",
] as const;

/** Rule types that can map exactly. */
export const executionRules = ["expiry", "payee", "redeemer"] as const;

/** `transfer(address,uint256)`. */
export const TRANSFER: Hex = "0xa9059cbb";
/** Selector of a call without data. */
export const EMPTY: Hex = "0xe0e0e0e0";
