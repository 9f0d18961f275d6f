/**
 * `wallet_getGrantedExecutionPermissions`: lists the active permissions on all chains that ERC-7715
 * can express.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7715
 * @module
 */
import type { GrantedExecutionPermission } from "../../../permission/execution_answer.ts";
import { define, type Definition, nothing } from "../../../schema/definition.ts";

/** Parameters and result. */
export type WalletGetGrantedExecutionPermissions = {
  readonly params?: readonly [];
  readonly result: readonly GrantedExecutionPermission[];
};

/** Definition of the method. */
export const walletGetGrantedExecutionPermissions: Definition<void> = define({
  params: nothing,
});
