/**
 * Decodes the actions of an operation's call data: calls of contracts, and uses, grants and
 * revocations of permissions. The activity list shows the actions, and sponsorship policies are
 * checked against them.
 *
 * @module
 */
import {
  type Address,
  decodeFunctionData,
  type Hex,
  isAddressEqual,
  slice,
  toFunctionSelector,
} from "viem";
import { acctAbi, EXECUTE_USER_OP, permissionsAbi } from "../chain/abi.ts";
import { contracts } from "../chain/contracts.ts";
import type { Call } from "./calls.ts";
import { upgradeTarget } from "./code.ts";

/** A permission, as far as the call data identifies it. */
export interface ActPermission {
  /** Account that granted it. */
  readonly account: Address;
  /** Address that may use it. */
  readonly spender: Address;
  /** Allowances per period. */
  readonly spends: readonly {
    readonly token: Address;
    readonly allowance: bigint;
    readonly unit: number;
    readonly multiplier: number;
  }[];
}

/** One action of an account. */
export type Act =
  /** A call of another contract, or of the account itself. */
  | { readonly kind: "call"; readonly call: Call }
  | { readonly kind: "grant"; readonly permission: ActPermission }
  | { readonly kind: "revoke"; readonly id: Hex }
  | { readonly kind: "revokeAll" }
  /** Calls that another account makes, within its permission. */
  | { readonly kind: "use"; readonly permission: ActPermission; readonly calls: readonly Call[] }
  /** Uses by `redeemDelegations`, whose contexts are not read. */
  | { readonly kind: "redeem" }
  /** Another function of the permission contract. It has no effect on an account. */
  | { readonly kind: "ask" }
  /** The account's code is updated to another known version. */
  | { readonly kind: "upgrade" }
  /** An unknown function of the account or of the permission contract. */
  | { readonly kind: "unknown" };

const UNKNOWN: Act = { kind: "unknown" };

const REDEEM = toFunctionSelector("redeemDelegations(bytes[],bytes32[],bytes[])");

/**
 * Reads an account's call data. `nested` call data comes from a call of the account itself: grants
 * and updates are recognized only in an operation's own call data.
 */
export function readActs(
  callData: Hex,
  { nested = false }: { readonly nested?: boolean } = {},
): readonly Act[] {
  try {
    if (!nested && upgradeTarget(callData) !== null) return [{ kind: "upgrade" }];
    if (!nested && callData.toLowerCase().startsWith(EXECUTE_USER_OP)) {
      return [readAct({ to: contracts.permissions, value: 0n, data: slice(callData, 4) })];
    }
    const { functionName, args } = decodeFunctionData({ abi: acctAbi, data: callData });
    switch (functionName) {
      case "execute":
        return [readAct({ to: args[0], value: args[1], data: args[2] })];
      case "executeBatch":
      case "executeBounded":
        return args[0].map(asCall).map(readAct);
      case "disablePermissions":
        return [{ kind: "revokeAll" }];
      default:
        return [UNKNOWN];
    }
  } catch {
    return [UNKNOWN];
  }
}

/** Reads one call. */
export function readAct(call: Call): Act {
  if (!isAddressEqual(call.to, contracts.permissions)) return { kind: "call", call };
  if (call.data.toLowerCase().startsWith(REDEEM)) return { kind: "redeem" };
  try {
    const { functionName, args } = decodeFunctionData({ abi: permissionsAbi, data: call.data });
    switch (functionName) {
      case "approve":
      case "approveWithSignature":
        return { kind: "grant", permission: args[0] };
      case "revoke":
        return { kind: functionName, id: args[0] };
      case "revokeAll":
        return { kind: functionName };
      case "execute":
        return { kind: "use", permission: args[0], calls: args[1].map(asCall) };
      case "executeWithSignature":
        return { kind: "use", permission: args[0], calls: args[2].map(asCall) };
      default:
        return { kind: "ask" };
    }
  } catch {
    return UNKNOWN;
  }
}

function asCall(
  { target, value, data }: { readonly target: Address; readonly value: bigint; readonly data: Hex },
): Call {
  return { to: target, value, data };
}
