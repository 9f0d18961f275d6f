/**
 * `wallet_revokeExecutionPermission`: revokes a permission that ERC-7715's methods returned.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7715
 * @module
 */
import type { Address, Hex } from "../../../lib/hex.ts";
import { permissionId } from "../../../permission/permission.ts";
import { decodeContext } from "../../../permission/redemption.ts";
import { bytes, member, paramsAt, wrong } from "../../schema/check.ts";
import { define, type Definition } from "../../schema/definition.ts";
import { custom } from "../../schema/schema.ts";

/** A permission to revoke. */
export interface RevokeExecutionPermissionRequest {
  /** `context` of the permission. */
  readonly permissionContext: Hex;
}

/** Parameters, with or without a list around them, and the empty result. */
export type WalletRevokeExecutionPermission = {
  readonly params:
    | readonly [RevokeExecutionPermissionRequest]
    | RevokeExecutionPermissionRequest;
  readonly result: Readonly<Record<string, never>>;
};

/** Validated parameters. */
export interface RevokeExecutionParams {
  readonly id: Hex;
  readonly address: Address;
  readonly chainId: number;
}

/** Definition of the method. */
export const walletRevokeExecutionPermission: Definition<RevokeExecutionParams, "checks"> = define({
  params: custom("context", (at): RevokeExecutionParams => {
    const contextAt = member(Array.isArray(at.value) ? paramsAt(at, 0) : at, "permissionContext");
    const context = bytes(contextAt);
    try {
      const { permission, chainId } = decodeContext(context);
      return { id: permissionId(permission, chainId), address: permission.account, chainId };
    } catch {
      throw wrong(contextAt.path, "must be a context of a permission");
    }
  }),
  prompts: "grants",
  load: "checks",
});
