/**
 * Uses permissions as a spender: a server, an agent or any account with a key. It depends on viem and
 * nothing else of this package: no session, no service, no window.
 *
 * @example
 * ```ts ignore
 * import { isActive, remaining, useTransaction } from "@sdk/core/permission";
 *
 * // `granted` is what wallet_grantPermissions returned; keep it with your records.
 * if (await isActive(client, granted)) {
 *   const [first] = await remaining(client, granted);
 *   console.log(first?.amount);
 *   const call = { to: token, value: 0n, data: transferData };
 *   await wallet.sendTransaction(useTransaction(granted, [call]));
 * }
 * ```
 *
 * @module
 */
import { BaseError, type Client, ContractFunctionRevertedError, zeroHash } from "viem";
import { getBlock, readContract, simulateContract } from "viem/actions";
import type { Call } from "../account/calls.ts";
import { permissionsAbi } from "../chain/abi.ts";
import { contracts } from "../chain/contracts.ts";
import type { Address, Hex } from "../lib/hex.ts";
import {
  checkCalls,
  checkClient,
  checkGrant,
  checkNonce,
  checkSigner,
  checkTerms,
} from "./spender/check.ts";
import type { WalletGrantPermissionsResponse } from "./details.ts";
import { fromGrant as readGrant } from "./granted.ts";
import { type Permission, useCall } from "./permission.ts";
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

export type { Call } from "../account/calls.ts";
export type {
  GrantedCallDetail,
  SpendPermissionDetail,
  WalletGrantPermissionsResponse,
} from "./details.ts";
export type { Address, Hex } from "../lib/hex.ts";
export { permissionErrors } from "./spender/contract_errors.ts";
export type { Permission } from "./permission.ts";
export type { Rule, RuleDetail, RuleKind } from "./rules/rules.ts";
export { periodAt, type Span, type SpendUnit } from "./period.ts";
export type { Redemption, RedemptionSigner, RedemptionTerms } from "./redemption.ts";

/** Remaining amount of one allowance. */
export interface RemainingAllowance {
  /** Token; the native currency is ERC-7528's address. */
  readonly token: Address;
  /** Amount that can still be spent in this period, in the smallest unit. */
  readonly amount: bigint;
  /** First second of the period. */
  readonly periodStart: bigint;
  /** First second after it. */
  readonly periodEnd: bigint;
}

/**
 * Converts the result of a grant to the contract's struct.
 *
 * @throws {AcctError} `invalid_params` with the wrong field, or if its id does not follow from its
 * contents
 */
export function fromGrant(granted: WalletGrantPermissionsResponse): Permission {
  // The wallet's own code needs only the second check, and no page loads this one.
  checkGrant({ value: granted, path: "granted" });
  return readGrant(granted);
}

/**
 * Builds the transaction by which a spender makes the account execute these calls. Send it from the
 * spender's own key, on the permission's chain. A signed grant that is not yet onchain is submitted
 * with its first use.
 *
 * @throws {AcctError} `invalid_params` with the wrong field, or if the permission is not the one that
 * its id names
 */
export function useTransaction(
  granted: WalletGrantPermissionsResponse,
  calls: readonly Call[],
): { readonly to: Address; readonly data: Hex; readonly value: bigint } {
  const permission = fromGrant(granted);
  checkCalls(calls);
  return useCall(permission, calls, granted.signature);
}

/**
 * Builds what a spender itself submits to `redeemDelegations` (ERC-7710). Its context is what
 * `wallet_requestExecutionPermissions` returned, if the grant is onchain.
 *
 * @throws {AcctError} `invalid_params` with the wrong field, or if the permission is not the one that
 * its id names
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
 * Signs exactly these calls as the spender, for others to submit, such as a facilitator that pays the
 * gas. It can be used once, by the named redeemers and until `validUntil`. A key that has an address,
 * as viem's accounts have, must be the permission's spender.
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
 * @throws {AcctError} `invalid_params` with the wrong field: of the permission, the calls, or the terms,
 * whose end must be ahead, in seconds
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

/** Builds the transaction that does all of these redemptions, or none. */
export function redeemTransaction(
  redemptions: readonly Redemption[],
): { readonly to: Address; readonly data: Hex; readonly value: bigint } {
  return redeemCall(redemptions);
}

/**
 * Builds the transaction by which a spender makes a signature of its own useless.
 *
 * @throws {AcctError} `invalid_params` if the nonce is none
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

/**
 * Checks whether the permission can be used now: granted (or signed, see `deferred`), started, not
 * expired and not revoked, with permissions enabled and its granting owner still an owner.
 *
 * @throws {AcctError} `invalid_params` with the wrong field
 */
export async function isActive(
  client: Client,
  granted: WalletGrantPermissionsResponse,
): Promise<boolean> {
  const permission = fromGrant(granted);
  checkClient({ value: client, path: "client" });
  const { account, permissionId: id, signature } = granted;
  const contract = { address: contracts.permissions, abi: permissionsAbi } as const;
  const [active, grant] = await Promise.all([
    readContract(client, { ...contract, functionName: "isActive", args: [permission] }),
    readContract(client, { ...contract, functionName: "grantOf", args: [account, id] }),
  ]);
  // Once it is onchain, granted or revoked, its signature no longer matters.
  if (active || grant !== zeroHash || signature === undefined) return active;
  const { timestamp } = await getBlock(client);
  if (timestamp < BigInt(permission.start) || timestamp > BigInt(permission.end)) return false;
  const args = [permission, signature] as const;
  try {
    await simulateContract(client, { ...contract, functionName: "approveWithSignature", args });
    return true;
  } catch (error) {
    if (isRevert(error)) return false;
    throw error;
  }
}

/** Tells a revert of the contract from a transport error. */
function isRevert(error: unknown): boolean {
  return error instanceof BaseError &&
    error.walk((inner) => inner instanceof ContractFunctionRevertedError) !== null;
}

/**
 * Reads the remaining amount of each allowance in the current period, in the order of `spends`; 0 for
 * a permission that ended in any way.
 *
 * @throws {AcctError} `invalid_params` with the wrong field
 */
export async function remaining(
  client: Client,
  granted: WalletGrantPermissionsResponse,
): Promise<readonly RemainingAllowance[]> {
  const args = [fromGrant(granted)] as const;
  checkClient({ value: client, path: "client" });
  return await readContract(client, {
    address: contracts.permissions,
    abi: permissionsAbi,
    functionName: "remaining",
    args,
  });
}
