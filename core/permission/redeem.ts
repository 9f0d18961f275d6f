/** Redeems permissions by ERC-7710, with checked arguments. @module */
import type { Call } from "../account/calls.ts";
import { contracts } from "../chain/contracts.ts";
import type { Address, Hex } from "../lib/hex.ts";
import type { WalletGrantPermissionsResponse } from "./details.ts";
import { fromGrant } from "./mod.ts";
import {
  cancelRedemption as cancelCall,
  encodeContext,
  encodeExecution,
  type Redeemable,
  redeemCall,
  type Redemption,
  type RedemptionSigner,
  type RedemptionTerms,
  signContext,
} from "./redemption.ts";
import { checkCalls, checkNonce, checkSigner, checkTerms } from "./spender/check.ts";

/**
 * Address of the permission contract, on every chain. ERC-7710 calls it the delegation manager: it
 * implements `redeemDelegations`.
 */
export const delegationManager: Address = contracts.permissions;

/**
 * Builds the redemption that the spender submits itself (ERC-7710). If the grant is on chain, its
 * context equals the context that `wallet_requestExecutionPermissions` returned.
 *
 * @throws {AcctError} `invalid_params` with the invalid field, or if the permission does not match its
 * id
 */
export function prepareRedemption(
  granted: WalletGrantPermissionsResponse,
  calls: readonly Call[],
): Redemption {
  const redeemed = redeemable(granted);
  checkCalls(calls);
  return { context: encodeContext(redeemed), ...encodeExecution(calls) };
}

/**
 * Signs exactly these calls as the spender. Another account submits them, such as a facilitator that
 * pays the gas. The redemption can be used once, by the given redeemers, until `validUntil`. If the
 * signer has an address (viem accounts do), it must be the permission's spender.
 *
 * @example
 * ```ts ignore
 * const redemption = await signRedemption(key, granted, [call], {
 *   redeemers: [facilitator],
 *   validUntil: Math.floor(Date.now() / 1000) + 600,
 * });
 * // At the facilitator:
 * await wallet.sendTransaction(redeemTransaction([redemption]));
 * ```
 *
 * @throws {AcctError} `invalid_params` with the invalid field of the permission, the calls or the terms.
 * `validUntil` must be in the future, in seconds.
 */
export async function signRedemption(
  signer: RedemptionSigner,
  granted: WalletGrantPermissionsResponse,
  calls: readonly Call[],
  terms: RedemptionTerms,
): Promise<Redemption> {
  const redeemed = redeemable(granted);
  checkSigner(signer, granted.spender);
  checkCalls(calls);
  checkTerms(terms, Date.now());
  return await signContext(signer, redeemed, calls, terms);
}

/** Builds one transaction for several redemptions. It reverts as a whole if one of them fails. */
export function redeemTransaction(
  redemptions: readonly Redemption[],
): { readonly to: Address; readonly data: Hex; readonly value: bigint } {
  return redeemCall(redemptions);
}

/**
 * Builds the transaction with which a spender cancels a redemption that it signed.
 *
 * @throws {AcctError} `invalid_params` if the nonce is not a `uint256`
 */
export function cancelRedemption(
  nonce: bigint,
): { readonly to: Address; readonly data: Hex; readonly value: bigint } {
  checkNonce(nonce);
  return cancelCall(nonce);
}

function redeemable(granted: WalletGrantPermissionsResponse): Redeemable {
  const permission = fromGrant(granted);
  const { chainId, permissionId: id, signature } = granted;
  return { permission, chainId: Number(chainId), id, signature };
}
