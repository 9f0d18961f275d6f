/** The native currency among tokens. @module */
import type { Address } from "../lib/hex.ts";

/** ERC-7528's address of a chain's native currency. */
export const NATIVE: Address = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
