/**
 * `wallet_requestExecutionPermissions`: grants a permission in ERC-7715's format.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7715
 * @module
 */
import type { Address, Hex } from "../../../lib/hex.ts";
import type { WalletGrantPermissionsResponse } from "../../../permission/details.ts";
import { type ExecutionParams, readExecutionRequest } from "../../../permission/execution.ts";
import { paramsAt, wrong } from "../../schema/check.ts";
import { define, type Definition } from "../../schema/definition.ts";
import { custom } from "../../schema/schema.ts";

/** Amount of a token that may be spent per period (ERC-7715). */
export interface PeriodicPermissionData {
  /** Maximum per period, in the smallest unit. */
  readonly periodAmount: Hex;
  /** Period in seconds: 1 to 255 whole minutes, hours, days or weeks. */
  readonly periodDuration: number;
  /** Not supported: a permission starts when it is granted. */
  readonly startTime?: null | undefined;
  /** Reason of the dApp; returned unchanged. */
  readonly justification?: string | undefined;
}

/** A permission that ERC-7715 can request here. */
export type ExecutionPermission =
  & {
    /** Whether the user may change it; returned unchanged. */
    readonly isAdjustmentAllowed?: boolean | undefined;
  }
  & (
    | { readonly type: "native-token-periodic"; readonly data: PeriodicPermissionData }
    | {
      readonly type: "erc20-token-periodic";
      readonly data: PeriodicPermissionData & { readonly tokenAddress: Address };
    }
  );

/** Expiry of a permission (ERC-7715). */
export interface ExpiryRule {
  /** Kind of the rule. */
  readonly type: "expiry";
  /** Whether the user may change it; returned unchanged. */
  readonly isAdjustmentAllowed?: boolean | undefined;
  /** Last valid second (Unix). */
  readonly data: { readonly timestamp: number };
}

/** A request for a permission (ERC-7715). */
export interface ExecutionPermissionRequest {
  /** Chain of the permission. */
  readonly chainId: Hex;
  /** Account; the connected one if absent. */
  readonly from?: Address | undefined;
  /** Address that may use the permission. */
  readonly to: Address;
  /** The permission. */
  readonly permission: ExecutionPermission;
  /** Rules: one expiry. */
  readonly rules: readonly ExpiryRule[];
}

/** Parameters and result; one request at a time. */
export type WalletRequestExecutionPermissions = {
  readonly params: readonly [ExecutionPermissionRequest];
  readonly result: readonly {
    readonly chainId: Hex;
    readonly from: Address;
    readonly to: Address;
    readonly permission: unknown;
    readonly rules: unknown;
    /** Id of the permission. */
    readonly context: Hex;
    readonly dependencies: readonly unknown[];
    /** Result of `wallet_grantPermissions`. */
    readonly granted: WalletGrantPermissionsResponse;
  }[];
};

/** Definition of the method. */
export const walletRequestExecutionPermissions: Definition<ExecutionParams, "checks"> = define({
  params: custom("execution", (at) => {
    const { value } = at;
    if (!Array.isArray(value) || value.length !== 1) throw wrong("params", "must be one request");
    return readExecutionRequest(paramsAt(at, 0));
  }),
  prompts: "grants",
  load: "checks",
});
