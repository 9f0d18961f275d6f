/** `eth_chainId`: returns the current chain id in hex. @module */
import type { Hex } from "../../../lib/hex.ts";
import { define, type Definition, nothing } from "../../../schema/definition.ts";

/** Parameters and result. */
export type EthChainId = {
  readonly params?: readonly [];
  readonly result: Hex;
};

/** Definition of the method. */
export const ethChainId: Definition<void> = define({ params: nothing });
