/** Converts permissions to the form that dApps receive. @module */
import { numberToHex } from "viem";
import type { Address, Hex } from "../lib/hex.ts";
import type { PermissionJson } from "../wire/permissions.ts";
import { NATIVE } from "../chain/native.ts";
import type { Permission } from "./permission.ts";
import { type SpendUnit, units } from "./limits/period.ts";
import type { ArgumentRule, PlacedRule } from "./limits/argument_rules.ts";
import { describeRules, type RuleDetail } from "./limits/rules.ts";

/** A function that a spender may call, by its selector or its signature. */
export type CallPermissionDetail =
  & {
    /** Contract. */
    readonly target: Address;
    /** Function selector. Default: computed from `functionSignature`. */
    readonly selector?: Hex | undefined;
    /** Human-readable signature, such as `transfer(address to, uint256 amount)`. */
    readonly functionSignature?: string | undefined;
    /** Rules for the arguments of `functionSignature`, all of which must match. */
    readonly rules?: readonly ArgumentRule[] | undefined;
  }
  & ({ readonly selector: Hex } | { readonly functionSignature: string });

/** A function that a spender was allowed to call. */
export interface GrantedCallDetail {
  /** Contract. */
  readonly target: Address;
  /** Function selector. */
  readonly selector: Hex;
  /** Signature of the request, without names. */
  readonly functionSignature?: string | undefined;
  /** Rules for the words of its call data, all of which must match. */
  readonly rules?: readonly RuleDetail[] | undefined;
}

/** A function as described in the request. */
export interface DescribedCall {
  /** Signature, without names. */
  readonly signature?: string | undefined;
  /** The request's rules, in the order of the granted ones. */
  readonly placed: readonly PlacedRule[];
}

/** An amount of a token that a spender may spend per period. */
export interface SpendPermissionDetail {
  /** Token contract; the native currency is ERC-7528's address. */
  readonly token: Address;
  /** Maximum per period, as a decimal string in the smallest unit. */
  readonly allowance: string;
  /** Unit of the period. */
  readonly unit: SpendUnit;
  /** Units per period, 1 to 255. Default: 1. */
  readonly multiplier?: number;
  /**
   * Maximum over the whole lifetime, as a decimal string; only in requests. A granted permission
   * contains it as a separate allowance with the unit `forever`.
   */
  readonly cap?: string | undefined;
  /** Remaining amount in the current period; only in lists, on request. */
  readonly remaining?: string;
}

/** Calls and amounts that a permission allows. */
export interface PermissionsDetail {
  /** Functions that may be called. */
  readonly calls?: readonly CallPermissionDetail[] | undefined;
  /** Allowances of tokens. */
  readonly spends?: readonly SpendPermissionDetail[] | undefined;
}

/** Result of `wallet_grantPermissions`. */
export interface WalletGrantPermissionsResponse {
  /** Address of the account that granted it. */
  readonly account: Address;
  /** Address of the spender. */
  readonly spender: Address;
  /** First valid second (Unix). */
  readonly start: number;
  /** Last valid second (Unix). */
  readonly end: number;
  /** Uniqueness salt. */
  readonly salt: Hex;
  /** Functions that may be called. */
  readonly calls: readonly GrantedCallDetail[];
  /** Token allowances; several allowances for one token all apply. */
  readonly spends: readonly SpendPermissionDetail[];
  /** Tokens that must not decrease, chosen by the wallet. */
  readonly watched: readonly Address[];
  /** Id of the permission: its EIP-712 hash. */
  readonly permissionId: Hex;
  /** Chain id. */
  readonly chainId: Hex;
  /**
   * The owner's signature of a grant that is signed but not yet onchain; it is submitted with the
   * first use. Store it with the other fields.
   */
  readonly signature?: Hex;
}

/** A listed permission: the fields of a grant, with `id` and `expiry` as aliases. */
export interface ListedPermission extends WalletGrantPermissionsResponse {
  /** Equal to `permissionId`. */
  readonly id: Hex;
  /** Equal to `end`. */
  readonly expiry: number;
}

/** Formats a granted permission. */
export function describeGrant(
  permission: Permission,
  id: Hex,
  chainId: number,
  described: readonly DescribedCall[] = [],
): WalletGrantPermissionsResponse {
  return {
    account: permission.account,
    spender: permission.spender,
    start: permission.start,
    end: permission.end,
    salt: numberToHex(permission.salt, { size: 32 }),
    calls: permission.calls.map(({ target, selector, rules }, index) => {
      const { signature, placed } = described[index] ?? {};
      return {
        target,
        selector,
        ...(signature !== undefined && { functionSignature: signature }),
        ...(rules.length > 0 && { rules: describeRules(rules, placed) }),
      };
    }),
    spends: permission.spends.map(({ token, allowance, unit, multiplier }) => ({
      token: token.toLowerCase() === NATIVE.toLowerCase() ? NATIVE : token,
      allowance: String(allowance),
      unit: units[unit]!,
      multiplier,
    })),
    watched: permission.watched,
    permissionId: id,
    chainId: numberToHex(chainId),
  };
}

/** Formats an indexed permission for lists. */
export function describeListed(json: PermissionJson, permission: Permission): ListedPermission {
  const grant = describeGrant(permission, json.id, Number(json.chainId));
  const { signature } = json;
  return {
    ...grant,
    id: json.id,
    expiry: permission.end,
    ...(signature && { signature }),
  };
}
