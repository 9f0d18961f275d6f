/**
 * `wallet_switchEthereumChain`: makes another chain the current one.
 *
 * @see https://eips.ethereum.org/EIPS/eip-3326
 * @module
 */
import type { Hex } from "../../../lib/hex.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import { chainId, object, single } from "../../../schema/common.ts";

/** Parameters and result. */
export type WalletSwitchEthereumChain = {
  readonly params: readonly [{ readonly chainId: Hex }];
  readonly result: null;
};

/** Definition of the method. */
export const walletSwitchEthereumChain: Definition<{ readonly chainId: number }> = define({
  params: single(object({ chainId })),
});
