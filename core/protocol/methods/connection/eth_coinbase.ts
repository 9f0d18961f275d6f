/** `eth_coinbase`: returns the connected account, or `null`. @module */
import type { Address } from "../../../lib/hex.ts";
import { define, type Definition, nothing } from "../../../schema/definition.ts";

/** Parameters and result. */
export type EthCoinbase = {
  readonly params?: readonly [];
  readonly result: Address | null;
};

/** Definition of the method. */
export const ethCoinbase: Definition<void> = define({ params: nothing });
