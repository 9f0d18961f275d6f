/** Finds the permission that a spender uses. @module */
import { type Address, type Hex, isAddressEqual, numberToHex } from "viem";
import { AcctError } from "../ground/errors.ts";
import { type Permission, readPermission } from "../permission/permission.ts";
import type { ServiceClient } from "./client.ts";

/** A permission to use. */
export interface Use {
  /** The granted permission. */
  readonly permission: Permission;
  /** The owner's signature, if the grant is signed but not yet onchain. */
  readonly signature?: Hex;
}

/**
 * Finds a permission of a spender by its id.
 *
 * @throws {AcctError} `invalid_params` if this spender has no permission with this id;
 * `service_mismatch` if the service returns another permission
 */
export async function findUse(
  service: ServiceClient,
  { id, spender, chainId }: {
    readonly id: Hex;
    readonly spender: Address;
    readonly chainId: number;
  },
  signal: AbortSignal,
): Promise<Use> {
  const [found] = await service.call("acct_getPermissions", {
    id,
    chainId: numberToHex(chainId),
  }, signal);
  const permission = found && readPermission(found, { id, chainId });
  if (permission === undefined || !isAddressEqual(permission.spender, spender)) {
    throw new AcctError("invalid_params", {
      field: "params[0].capabilities.permissions.id",
      detail: "No permission with this id names the connected account as its spender.",
    });
  }
  const { signature } = found!;
  return { permission, ...(signature !== undefined && { signature }) };
}
