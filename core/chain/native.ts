/** Defines the token address of the native currency. @module */
import type { Address } from "../lib/hex.ts";

/** Placeholder address of a chain's native currency (ERC-7528). */
export const NATIVE: Address = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
