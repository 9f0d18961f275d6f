/**
 * `wallet_addEthereumChain`: accepts a chain that the service serves. Nothing is added, and an app's own
 * node is never used.
 *
 * @see https://eips.ethereum.org/EIPS/eip-3085
 * @module
 */
import type { Hex } from "../../../lib/hex.ts";
import { define, type Definition } from "../../schema/definition.ts";
import { chainId, object, single } from "../../schema/schema.ts";

/** Parameters and result. */
export type WalletAddEthereumChain = {
  readonly params: readonly [{ readonly chainId: Hex; readonly [field: string]: unknown }];
  readonly result: null;
};

/** Definition of the method. */
export const walletAddEthereumChain: Definition<{ readonly chainId: number }, "session"> = define({
  params: single(object({ chainId })),
  load: "session",
});
