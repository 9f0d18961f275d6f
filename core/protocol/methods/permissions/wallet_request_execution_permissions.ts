/**
 * `wallet_requestExecutionPermissions`: grants permissions in ERC-7715's format.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7715
 * @module
 */
import type { Address, Hex } from "../../../lib/hex.ts";
import type { WalletGrantPermissionsResponse } from "../../../permission/details.ts";
import { type ExecutionParams, readExecutionRequest } from "../../../permission/execution.ts";
import type { GrantedExecutionPermission } from "../../../permission/execution_answer.ts";
import { MAX_EXECUTION_REQUESTS } from "../../../ground/limits.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import { custom, list } from "../../../schema/schema.ts";

/** Members of all permissions of ERC-7715. */
export interface ExecutionPermissionData {
  /** First valid second (Unix). Default: the time of the grant. */
  readonly startTime?: number | null | undefined;
  /** Reason given by the dApp; returned unchanged. */
  readonly justification?: string | null | undefined;
}

/** Amount of a token that may be spent per period (ERC-7715). */
export interface PeriodicPermissionData extends ExecutionPermissionData {
  /** Maximum per period, in the smallest unit. */
  readonly periodAmount: Hex;
  /** Period in seconds: 1 to 255 whole minutes, hours, days or weeks. */
  readonly periodDuration: number;
}

/** Total amount of a token that may be spent (ERC-7715). */
export interface AllowancePermissionData extends ExecutionPermissionData {
  /** Maximum, in the smallest unit. */
  readonly allowanceAmount: Hex;
}

/**
 * Amount of a token that may be spent immediately, if it is the whole amount of the stream
 * (ERC-7715).
 */
export interface StreamPermissionData extends ExecutionPermissionData {
  /** Has no effect, because the whole amount can be spent immediately. */
  readonly amountPerSecond: Hex;
  /** Maximum, in the smallest unit. */
  readonly initialAmount: Hex;
  /** Equal to `initialAmount`. */
  readonly maxAmount: Hex;
}

/** A permission of the native currency or of a token. */
export type AssetPermission<Kind extends string, Data> =
  | { readonly type: `native-token-${Kind}`; readonly data: Data }
  | {
    readonly type: `erc20-token-${Kind}`;
    readonly data: Data & { readonly tokenAddress: Address };
  };

/** A permission that can be requested with ERC-7715. */
export type ExecutionPermission =
  & {
    /** True if the user may change it; returned unchanged. */
    readonly isAdjustmentAllowed?: boolean | undefined;
  }
  & (
    | AssetPermission<"allowance", AllowancePermissionData>
    | AssetPermission<"periodic", PeriodicPermissionData>
    | AssetPermission<"stream", StreamPermissionData>
  );

/** Expiry of a permission (ERC-7715). */
export interface ExpiryRule {
  /** Kind of the rule. */
  readonly type: "expiry";
  /** True if the user may change it; returned unchanged. */
  readonly isAdjustmentAllowed?: boolean | undefined;
  /** Second in which it becomes invalid (Unix). */
  readonly data: { readonly timestamp: number };
}

/** Addresses that may be paid, or that may redeem (only the spender). */
export interface AddressesRule {
  /** Kind of the rule. */
  readonly type: "payee" | "redeemer";
  /** The addresses. */
  readonly data: { readonly addresses: readonly Address[] };
}

/** A request for a permission (ERC-7715). */
export interface ExecutionPermissionRequest {
  /** Chain of the permission. */
  readonly chainId: Hex;
  /** Account. Default: the connected one. */
  readonly from?: Address | undefined;
  /** Address that may use the permission. */
  readonly to: Address;
  /** The permission. */
  readonly permission: ExecutionPermission;
  /** Rules, each type at most once. */
  readonly rules?: readonly (ExpiryRule | AddressesRule)[] | null | undefined;
}

/** Parameters and result. */
export type WalletRequestExecutionPermissions = {
  readonly params: readonly ExecutionPermissionRequest[];
  readonly result: readonly (GrantedExecutionPermission & {
    /** Result of `wallet_grantPermissions`. */
    readonly granted: WalletGrantPermissionsResponse;
  })[];
};

const requests = list(custom("execution", readExecutionRequest), MAX_EXECUTION_REQUESTS, {
  min: 1,
});

/** Definition of the method. */
export const walletRequestExecutionPermissions: Definition<
  readonly ExecutionParams[]
> = define({ params: requests, prompts: "grants" });
