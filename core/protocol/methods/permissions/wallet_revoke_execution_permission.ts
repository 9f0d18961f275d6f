/**
 * `wallet_revokeExecutionPermission`: revokes a permission that ERC-7715's methods returned.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7715
 * @module
 */
import type { Hex } from "../../../lib/hex.ts";
import { type ContextName, nameOfContext } from "../../../permission/context.ts";
import { bytes, member, paramsAt, wrong } from "../../../schema/check.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import { custom } from "../../../schema/schema.ts";

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

/** A context, and the permission that it names. */
export interface RevokeContextParams extends ContextName {
  /** The context itself; the wallet checks that it belongs to the permission that it names. */
  readonly granted: Hex;
}

/** Definition of the method. */
export const walletRevokeExecutionPermission: Definition<RevokeContextParams> = define({
  params: custom("context", (at): RevokeContextParams => {
    const contextAt = member(Array.isArray(at.value) ? paramsAt(at, 0) : at, "permissionContext");
    const granted = bytes(contextAt);
    const name = nameOfContext(granted);
    if (name === undefined) throw wrong(contextAt.path, "must be a context of a permission");
    return { ...name, granted };
  }),
  prompts: "grants",
});
