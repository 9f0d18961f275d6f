/**
 * Uses permissions as a spender: a server, an agent or any account with a key. It depends only on
 * viem: no session, no service, no window.
 *
 * @example
 * ```ts ignore
 * import { isActive, remaining, prepareTransaction } from "@sdk/core/permission";
 *
 * // `granted` is the result of wallet_grantPermissions; store it with your records.
 * if (await isActive(client, granted)) {
 *   const [first] = await remaining(client, granted);
 *   console.log(first?.amount);
 *   const call = { to: token, value: 0n, data: transferData };
 *   await wallet.sendTransaction(prepareTransaction(granted, [call]));
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
import { checkCalls, checkClient, checkGrant } from "./spender/check.ts";
import type { WalletGrantPermissionsResponse } from "./details.ts";
import { fromGrant as readGrant } from "./granted.ts";
import { executeCall, type Permission } from "./permission.ts";

export type { Call } from "../account/calls.ts";
export type {
  GrantedCallDetail,
  SpendPermissionDetail,
  WalletGrantPermissionsResponse,
} from "./details.ts";
export type { Address, Hex } from "../lib/hex.ts";
export { type AgentTerms, readAgentTerms } from "./agent/terms.ts";
export { permissionErrors } from "./spender/contract_errors.ts";
export type { Permission } from "./permission.ts";
export type { RuleDetail, RuleKind } from "./limits/rules.ts";
export type { Rule } from "../wire/permissions.ts";
export { periodAt, type Span, type SpendUnit } from "./limits/period.ts";

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
 * @throws {AcctError} `invalid_params` with the wrong field, or if its id does not match its
 * contents
 */
export function fromGrant(granted: WalletGrantPermissionsResponse): Permission {
  // The wallet's own code needs only the second check, and no page loads this module.
  checkGrant({ value: granted, path: "granted" });
  return readGrant(granted);
}

/**
 * Prepares the transaction with which a spender executes calls from the account. Send it from the
 * spender's own key, on the permission's chain. A signed grant that is not yet onchain is submitted
 * with its first use.
 *
 * @throws {AcctError} `invalid_params` with the wrong field, or if the permission does not match
 * its id
 */
export function prepareTransaction(
  granted: WalletGrantPermissionsResponse,
  calls: readonly Call[],
): { readonly to: Address; readonly data: Hex; readonly value: bigint } {
  const permission = fromGrant(granted);
  checkCalls(calls);
  return executeCall(permission, calls, granted.signature);
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

/** Distinguishes a revert of the contract from a transport error. */
function isRevert(error: unknown): boolean {
  return error instanceof BaseError &&
    error.walk((inner) => inner instanceof ContractFunctionRevertedError) !== null;
}

/**
 * Reads the remaining amount of each allowance in the current period, in the order of `spends`; 0
 * for a permission that is no longer active.
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
