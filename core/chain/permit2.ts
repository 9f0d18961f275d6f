/** Address of Permit2, separate from the contracts that every session loads. @module */
import type { Address } from "viem";

/** Permit2, which transfers tokens by separate allowances; in lowercase. */
export const PERMIT2: Address = "0x000000000022d473030f116ddee9f6b43ac78ba3";
