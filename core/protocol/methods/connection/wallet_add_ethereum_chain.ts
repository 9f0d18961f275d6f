/**
 * `wallet_addEthereumChain`: accepts a chain that the service supports. No chain is added, and an
 * app's own node is never used.
 *
 * @see https://eips.ethereum.org/EIPS/eip-3085
 * @module
 */
import type { Hex } from "../../../lib/hex.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import { chainId, object, single } from "../../../schema/common.ts";

/** A chain in the form that dApps pass; only its id is used. */
export interface AddChainRequest {
  /** Chain id. */
  readonly chainId: Hex;
  /** Ignored. */
  readonly chainName?: string | undefined;
  /** Ignored. */
  readonly nativeCurrency?:
    | { readonly name: string; readonly symbol: string; readonly decimals: number }
    | undefined;
  /** Ignored. */
  readonly rpcUrls?: readonly string[] | undefined;
  /** Ignored. */
  readonly blockExplorerUrls?: readonly string[] | null | undefined;
  /** Ignored. */
  readonly iconUrls?: readonly string[] | undefined;
}

/** Parameters and result. */
export type WalletAddEthereumChain = {
  readonly params: readonly [AddChainRequest];
  readonly result: null;
};

/** Definition of the method. */
export const walletAddEthereumChain: Definition<{ readonly chainId: number }> = define({
  params: single(object({ chainId })),
});
