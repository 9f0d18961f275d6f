/**
 * `wallet_addEthereumChain`: accepts a chain that the service serves. Nothing is added, and an app's own
 * node is never used.
 *
 * @see https://eips.ethereum.org/EIPS/eip-3085
 * @module
 */
import type { Hex } from "../../../lib/hex.ts";
import { define, type Definition } from "../../schema/definition.ts";
import { chainId, object, single } from "../../schema/schema_connected.ts";

/** A chain as dApps describe it; all but its id is ignored. */
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
export const walletAddEthereumChain: Definition<{ readonly chainId: number }, "session"> = define({
  params: single(object({ chainId })),
  load: "session",
});
