/** Permissions as pages see them. @module */
import { numberToHex } from "viem";
import type { Address, Hex } from "../lib/hex.ts";
import type { PermissionJson } from "../protocol/service/mod.ts";
import { NATIVE } from "../chain/native.ts";
import type { Permission } from "./permission.ts";
import { type Unit, units } from "./period.ts";

/** A function that a spender may call. */
export interface CallPermissionDetail {
  /** Contract. */
  readonly target: Address;
  /** Function selector; computed from `functionSignature` if absent. */
  readonly selector?: Hex;
  /** Human-readable signature, such as `transfer(address,uint256)`. */
  readonly functionSignature?: string;
}

/** What a spender may spend per period. */
export interface SpendPermissionDetail {
  /** Token contract; the native currency is ERC-7528's address. */
  readonly token: Address;
  /** Most per period, as a decimal string in the smallest unit. */
  readonly allowance: string;
  /** Unit of the period. */
  readonly unit: Unit;
  /** Units per period, 1 to 255. Default 1. */
  readonly multiplier?: number;
  /** What is left in the period that runs now; only in lists, on request. */
  readonly remaining?: string;
}

/** What `wallet_grantPermissions` gives. */
export interface WalletGrantPermissionsResponse {
  /** The account. */
  readonly account: Address;
  /** Who may spend. */
  readonly spender: Address;
  /** When it becomes valid, Unix seconds. */
  readonly start: number;
  /** When it expires, Unix seconds. */
  readonly end: number;
  /** Uniqueness salt. */
  readonly salt: Hex;
  /** Functions that may be called. */
  readonly calls: readonly CallPermissionDetail[];
  /** What may be spent. */
  readonly spends: readonly SpendPermissionDetail[];
  /** Identifier. */
  readonly permissionId: Hex;
  /** Chain id. */
  readonly chainId: Hex;
  /**
   * The owner's signature, where the grant was signed and not brought to the chain: it rides in the
   * first use. Keep it with the rest.
   */
  readonly signature?: Hex;
}

/** A permission as it is listed: SPEC's typed fields, and the names that its examples read. */
export interface ListedPermission extends WalletGrantPermissionsResponse {
  /** The same as `permissionId`. */
  readonly id: Hex;
  /** The same as `end`. */
  readonly expiry: number;
}

/** A granted permission in SPEC's shape. */
export function describeGrant(
  permission: Permission,
  id: Hex,
  chainId: number,
  signatures: ReadonlyMap<Hex, string> = new Map(),
): WalletGrantPermissionsResponse {
  return {
    account: permission.account,
    spender: permission.spender,
    start: permission.start,
    end: permission.end,
    salt: numberToHex(permission.salt, { size: 32 }),
    calls: permission.calls.map(({ target, selector }) => {
      const functionSignature = signatures.get(selector);
      return { target, selector, ...(functionSignature !== undefined && { functionSignature }) };
    }),
    spends: permission.spends.map(({ token, allowance, unit, multiplier }) => ({
      token: token.toLowerCase() === NATIVE.toLowerCase() ? NATIVE : token,
      allowance: String(allowance),
      unit: units[unit]!,
      multiplier,
    })),
    permissionId: id,
    chainId: numberToHex(chainId),
  };
}

/** A permission of the index in SPEC's shape for lists. */
export function describeListed(json: PermissionJson, permission: Permission): ListedPermission {
  const grant = describeGrant(permission, json.id, Number(json.chainId));
  const { signature } = json;
  return {
    ...grant,
    id: json.id,
    expiry: permission.end,
    ...(signature !== undefined && { signature }),
  };
}
