/**
 * `wallet_revokeExecutionPermission`: revokes a permission that ERC-7715's methods returned.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7715
 * @module
 */
import type { Hex } from "../../../lib/hex.ts";
import { type ContextName, nameOfContext } from "../../../permission/context.ts";
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

/** Definition of the method. */
export const walletRevokeExecutionPermission: Definition<ContextName, "checks"> = define({
  params: custom("context", (at): ContextName => {
    const contextAt = member(Array.isArray(at.value) ? paramsAt(at, 0) : at, "permissionContext");
    const name = nameOfContext(bytes(contextAt));
    if (name === undefined) throw wrong(contextAt.path, "must be a context of a permission");
    return name;
  }),
  prompts: "grants",
  load: "checks",
});
