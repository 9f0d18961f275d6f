/** `acct_getPermissions`: lists permissions of an account, of a spender, or by id. @module */
import type { Address, Hex } from "../../../lib/hex.ts";
import { wrong } from "../../../schema/check.ts";
import { address, exact, hash, optional, refined } from "../../../schema/schema.ts";
import type { ServiceDefinition } from "../schema/definition.ts";
import { hexChainId } from "../schema/fields.ts";

/** Filters of `acct_getPermissions`; all must match. */
export interface GetPermissionsParams {
  /** Granting account. */
  readonly account?: Address;
  /** Spender of the permission. */
  readonly spender?: Address;
  /** Permission id. */
  readonly id?: Hex;
  /** Chain id. */
  readonly chainId?: Hex;
}

/** Definition of the method. */
export const acctGetPermissions: ServiceDefinition<"acct_getPermissions", GetPermissionsParams> = {
  name: "acct_getPermissions",
  params: refined(
    exact({
      account: optional(address),
      spender: optional(address),
      id: optional(hash),
      chainId: optional(hexChainId),
    }),
    ({ account, spender, id }, { path }) => {
      if (account === undefined && spender === undefined && id === undefined) {
        throw wrong(`${path}.account`, "or spender or id is required");
      }
    },
  ),
};
