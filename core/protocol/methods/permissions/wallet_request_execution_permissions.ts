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

/** Parameters and result; one request at a time. */
export type WalletRequestExecutionPermissions = {
  readonly params: readonly [Readonly<Record<string, unknown>>];
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
export const walletRequestExecutionPermissions: Definition<ExecutionParams, "session"> = define({
  params: custom("execution", ({ value }) => {
    if (!Array.isArray(value) || value.length !== 1) throw wrong("params", "must be one request");
    return readExecutionRequest(paramsAt(value, 0));
  }),
  prompts: "grants",
  load: "session",
});
