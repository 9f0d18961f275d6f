/**
 * `wallet_getGrantedExecutionPermissions`: lists the permissions that are not revoked, on all chains,
 * as far as ERC-7715 has words for them.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7715
 * @module
 */
import type { GrantedExecutionPermission } from "../../../permission/execution_answer.ts";
import { define, type Definition, nothing } from "../../schema/definition.ts";

/** Parameters and result. */
export type WalletGetGrantedExecutionPermissions = {
  readonly params?: readonly [];
  readonly result: readonly GrantedExecutionPermission[];
};

/** Definition of the method. */
export const walletGetGrantedExecutionPermissions: Definition<void, "permissions"> = define({
  params: nothing,
  load: "permissions",
});
