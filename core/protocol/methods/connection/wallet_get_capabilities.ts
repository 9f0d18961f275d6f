/**
 * `wallet_getCapabilities`: says what the wallet can do on which chain.
 *
 * @see https://eips.ethereum.org/EIPS/eip-5792
 * @module
 */
import type { Address, Hex } from "../../../lib/hex.ts";
import { define, type Definition } from "../../definition.ts";
import { MAX_CHAINS } from "../../limits.ts";
import { address, list, optional, positional, quantity } from "../../schema.ts";
import type { FeeTokenJson } from "../../service/fees.ts";

/** Capabilities of one chain. */
export interface ChainCapabilities {
  /** Whether a batch is carried out as a whole. */
  readonly atomic?: { readonly status: "supported" | "ready" | "unsupported" };
  /** Whether `wallet_sendCalls` works. */
  readonly atomicBatch?: { readonly supported: boolean };
  /** Whether a paymaster service can pay (ERC-7677). */
  readonly paymasterService?: { readonly supported: boolean };
  /** Whether permissions can be granted. */
  readonly permissions?: { readonly supported: boolean };
  /** Whether an app's own ABI is shown. */
  readonly abi?: { readonly supported: boolean };
  /** Tokens in which an account can pay fees. */
  readonly feeToken?: { readonly supported: boolean; readonly tokens: readonly FeeTokenJson[] };
  /** Others. */
  readonly [name: string]: unknown;
}

/** Parameters and result. */
export interface WalletGetCapabilities {
  readonly params?: readonly [account?: Address | undefined, chainIds?: readonly Hex[]];
  readonly result: Readonly<Record<Hex, ChainCapabilities>>;
}

/** Definition of the method. */
export const walletGetCapabilities: Definition<
  readonly [Address | undefined, readonly Hex[] | undefined],
  "session"
> = define({
  params: positional(optional(address), optional(list(quantity(53), MAX_CHAINS))),
  load: "session",
});
