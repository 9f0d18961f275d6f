/**
 * `wallet_getCapabilities`: returns the capabilities of the wallet per chain.
 *
 * @see https://eips.ethereum.org/EIPS/eip-5792
 * @module
 */
import type { Address, Hex } from "../../../lib/hex.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import { MAX_CHAINS } from "../../../ground/limits.ts";
import { address, list, optional, positional, quantity } from "../../../schema/common.ts";
import type { FeeTokenJson } from "../../../wire/fees.ts";

/** Capabilities of one chain. */
export interface ChainCapabilities {
  /** Support of atomic batches. */
  readonly atomic?: { readonly status: "supported" | "ready" | "unsupported" };
  /** Support of `wallet_sendCalls`. */
  readonly atomicBatch?: { readonly supported: boolean };
  /** Support of paymaster services (ERC-7677). */
  readonly paymasterService?: { readonly supported: boolean };
  /** Support of permissions. */
  readonly permissions?: { readonly supported: boolean };
  /** Support of a dApp's own ABI. */
  readonly abi?: { readonly supported: boolean };
  /** Support of bytes at the end of the call data (ERC-8021). */
  readonly dataSuffix?: { readonly supported: boolean };
  /** Support of `wallet_getAssets` (ERC-7811). */
  readonly assetDiscovery?: { readonly supported: boolean };
  /** Tokens in which an account can pay fees. */
  readonly feeToken?: { readonly supported: boolean; readonly tokens: readonly FeeTokenJson[] };
  /** Other capabilities. */
  readonly [name: string]: unknown;
}

/** Capabilities by name, per chain id (hex). */
export type WalletGetCapabilitiesResponse = Readonly<Record<Hex, ChainCapabilities>>;

/** Parameters and result. */
export type WalletGetCapabilities = {
  readonly params?: readonly [account?: Address | undefined, chainIds?: readonly Hex[]];
  readonly result: WalletGetCapabilitiesResponse;
};

/** Definition of the method. */
export const walletGetCapabilities: Definition<
  readonly [Address | undefined, readonly Hex[] | undefined]
> = define({
  params: positional(optional(address), optional(list(quantity(53), MAX_CHAINS))),
});
