/**
 * Draft standards: ERC-7710 redemptions, and the types of ERC-7715 requests. The types describe the
 * provider's methods `wallet_requestExecutionPermissions`, `wallet_getGrantedExecutionPermissions` and
 * `wallet_revokeExecutionPermission`. Both drafts can change, and this entry with them.
 *
 * @example
 * ```ts ignore
 * import { redeemTransaction, signRedemption } from "@sdk/core/execution_permissions";
 *
 * const redemption = await signRedemption(key, granted, [call], {
 *   redeemers: [facilitator],
 *   validUntil: Math.floor(Date.now() / 1000) + 600,
 * });
 * // At the facilitator:
 * await wallet.sendTransaction(redeemTransaction([redemption]));
 * ```
 *
 * @see https://eips.ethereum.org/EIPS/eip-7710
 * @see https://eips.ethereum.org/EIPS/eip-7715
 * @module
 */
export {
  cancelRedemption,
  delegationManager,
  prepareRedemption,
  redeemTransaction,
  signRedemption,
} from "./permission/redeem.ts";
export type { Redemption, RedemptionSigner, RedemptionTerms } from "./permission/redemption.ts";
export type { GrantedExecutionPermission, GrantedRule } from "./permission/execution_answer.ts";
export type {
  AddressesRule,
  AllowancePermissionData,
  AssetPermission,
  ExecutionPermission,
  ExecutionPermissionData,
  ExecutionPermissionRequest,
  ExpiryRule,
  PeriodicPermissionData,
  StreamPermissionData,
} from "./protocol/methods/permissions/wallet_request_execution_permissions.ts";
export type {
  RevokeExecutionPermissionRequest,
} from "./protocol/methods/permissions/wallet_revoke_execution_permission.ts";
export type { Call } from "./account/calls.ts";
export type { Address, Hex } from "./lib/hex.ts";
export type {
  GrantedCallDetail,
  SpendPermissionDetail,
  WalletGrantPermissionsResponse,
} from "./permission/details.ts";
