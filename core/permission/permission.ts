/**
 * Encodes permissions for the contract: the struct, its id, and the calls that grant, use and revoke
 * it.
 *
 * @module
 */
import { concat, encodeFunctionData, numberToHex } from "viem";
import type { Call } from "../account/calls.ts";
import { type ToSign, toSign } from "../account/to_sign.ts";
import { EXECUTE_USER_OP, permissionsAbi } from "../chain/abi.ts";
import { contracts } from "../chain/contracts.ts";
import { AcctError } from "../ground/errors.ts";
import type { Address, Hex } from "../lib/hex.ts";
import type { PermissionJson } from "../wire/permissions.ts";
import type { Rule } from "../wire/permissions.ts";

/** A permission, in the form of the contract's struct. */
export interface Permission {
  /** Account that grants it. */
  readonly account: Address;
  /** Address that may use it. */
  readonly spender: Address;
  /** First valid second (Unix). */
  readonly start: number;
  /** Last valid second (Unix). */
  readonly end: number;
  /**
   * The account's epoch (64 bits), the granting owner's index (16 bits), one bit that lets only the
   * spender redeem it, then 175 random bits.
   */
  readonly salt: bigint;
  /** Functions that may be called; if empty, only plain transfers of the tokens in `spends`. */
  readonly calls: readonly {
    readonly target: Address;
    readonly selector: Hex;
    readonly rules: readonly Rule[];
  }[];
  /** Allowances per period; several allowances for one token all apply. */
  readonly spends: readonly {
    readonly token: Address;
    readonly allowance: bigint;
    readonly unit: number;
    readonly multiplier: number;
  }[];
  /** Tokens that must not decrease. */
  readonly watched: readonly Address[];
}

const types = {
  Permission: [
    { name: "account", type: "address" },
    { name: "spender", type: "address" },
    { name: "start", type: "uint48" },
    { name: "end", type: "uint48" },
    { name: "salt", type: "uint256" },
    { name: "calls", type: "CallPermission[]" },
    { name: "spends", type: "SpendPermission[]" },
    { name: "watched", type: "address[]" },
  ],
  ArgumentRule: [
    { name: "word", type: "uint8" },
    { name: "kind", type: "uint8" },
    { name: "values", type: "bytes32[]" },
  ],
  CallPermission: [
    { name: "target", type: "address" },
    { name: "selector", type: "bytes4" },
    { name: "rules", type: "ArgumentRule[]" },
  ],
  SpendPermission: [
    { name: "token", type: "address" },
    { name: "allowance", type: "uint160" },
    { name: "unit", type: "uint8" },
    { name: "multiplier", type: "uint8" },
  ],
} as const;

/** Computes the permission's id on a chain: its EIP-712 hash in the permission contract's domain. */
export function permissionId(permission: Permission, chainId: number): Hex {
  return permissionToSign(permission, chainId).digest;
}

/** Describes a permission for an owner of the account to sign. */
export function permissionToSign(permission: Permission, chainId: number): ToSign {
  return toSign({
    domain: {
      name: "Acct Permissions",
      version: "1",
      chainId,
      verifyingContract: contracts.permissions,
    },
    types,
    primaryType: "Permission",
    message: permission,
  });
}

/** Bit of a salt that lets only the spender redeem the permission (ERC-7710). */
const SPENDER_ONLY = 1n << 175n;

/**
 * Composes a salt from the account's epoch, the granting owner's index and 22 random bytes. One bit
 * of these encodes whether only the spender may redeem.
 */
export function permissionSalt(
  epoch: bigint,
  ownerIndex: number,
  random: Hex,
  spenderOnly = false,
): bigint {
  const free = BigInt(random) & ~SPENDER_ONLY;
  return epoch << 192n | BigInt(ownerIndex) << 176n | (spenderOnly ? SPENDER_ONLY : 0n) | free;
}

/** Checks whether only the spender itself may redeem a permission with this salt. */
export function isSpenderOnly(salt: Hex): boolean {
  return (BigInt(salt) & SPENDER_ONLY) !== 0n;
}

/**
 * Encodes the operation that enables permissions and grants this one. The account reads the
 * granting owner from its signature, so the operation's signer must be the owner with the index in
 * the salt.
 */
export function grantCallData(permission: Permission): Hex {
  const approve = encodeFunctionData({
    abi: permissionsAbi,
    functionName: "approve",
    args: [permission],
  });
  return concat([EXECUTE_USER_OP, approve]);
}

/** Builds the call with which an account revokes one of its permissions permanently. */
export function revokeCall(id: Hex): Call {
  const data = encodeFunctionData({ abi: permissionsAbi, functionName: "revoke", args: [id] });
  return { to: contracts.permissions, value: 0n, data };
}

/**
 * Builds the call with which an account revokes all its permissions, including signed but unused
 * ones.
 */
export function revokeAllCall(): Call {
  const data = encodeFunctionData({ abi: permissionsAbi, functionName: "revokeAll" });
  return { to: contracts.permissions, value: 0n, data };
}

/**
 * Builds the call with which a spender makes the account execute calls. With the owner's
 * `signature` it also grants the permission, if it is not yet granted.
 */
export function executeCall(permission: Permission, calls: readonly Call[], signature?: Hex): Call {
  const abi = permissionsAbi;
  const what = calls.map(({ to, value, data }) => ({ target: to, value, data }));
  const data = signature === undefined
    ? encodeFunctionData({ abi, functionName: "execute", args: [permission, what] })
    : encodeFunctionData({
      abi,
      functionName: "executeWithSignature",
      args: [permission, signature, what],
    });
  return { to: contracts.permissions, value: 0n, data };
}

/** Encodes a permission as JSON. */
export function toPermissionJson(
  permission: Permission,
  id: Hex,
  chainId: number,
): Omit<PermissionJson, "revoked" | "signature"> {
  return {
    ...permission,
    id,
    chainId: numberToHex(chainId),
    salt: numberToHex(permission.salt, { size: 32 }),
    spends: permission.spends.map((spend) => ({
      ...spend,
      allowance: numberToHex(spend.allowance),
    })),
  };
}

/** Values of the requested permission; a service must not return another one. */
export interface WantedPermission {
  readonly id?: Hex;
  readonly chainId?: number;
  readonly account?: Address;
}

/**
 * Reads a permission from the service. It is accepted only if its id matches its contents and it
 * matches the request.
 *
 * @throws {AcctError} `service_mismatch`
 */
export function readPermission(json: PermissionJson, wanted: WantedPermission): Permission {
  const refuse = (field: string, cause?: unknown) =>
    new AcctError("service_mismatch", { field: `permission.${field}`, cause });
  let permission: Permission;
  let id: Hex;
  try {
    permission = {
      account: json.account,
      spender: json.spender,
      start: json.start,
      end: json.end,
      salt: BigInt(json.salt),
      calls: json.calls,
      watched: json.watched,
      spends: json.spends.map((spend) => ({ ...spend, allowance: BigInt(spend.allowance) })),
    };
    id = permissionId(permission, Number(json.chainId));
  } catch (cause) {
    throw refuse("contents", cause);
  }
  const same = (left: Hex, right: Hex) => left.toLowerCase() === right.toLowerCase();
  if (!same(id, json.id)) throw refuse("id");
  if (wanted.id !== undefined && !same(id, wanted.id)) throw refuse("id");
  if (wanted.account !== undefined && !same(permission.account, wanted.account)) {
    throw refuse("account");
  }
  if (wanted.chainId !== undefined && Number(json.chainId) !== wanted.chainId) {
    throw refuse("chainId");
  }
  return permission;
}
