/** `eth_chainId`: gives the current chain as hex. @module */
import type { Hex } from "../../../lib/hex.ts";
import { define, type Definition, nothing } from "../../definition.ts";

/** Parameters and result. */
export interface EthChainId {
  readonly params?: readonly [];
  readonly result: Hex;
}

/** Definition of the method. */
export const ethChainId: Definition<void, "first"> = define({ params: nothing, load: "first" });
