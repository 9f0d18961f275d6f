/**
 * `wallet_getSupportedExecutionPermissions`: returns the supported permissions of ERC-7715
 * per chain.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7715
 * @module
 */
import type { Hex } from "../../../lib/hex.ts";
import { define, type Definition, nothing } from "../../../schema/definition.ts";

/** Parameters and result. */
export type WalletGetSupportedExecutionPermissions = {
  readonly params?: readonly [];
  readonly result: Readonly<
    Record<string, { readonly chainIds: readonly Hex[]; readonly ruleTypes: readonly string[] }>
  >;
};

/** Definition of the method. */
export const walletGetSupportedExecutionPermissions: Definition<void> = define({
  params: nothing,
});
