/** The permission that a spender's account uses. @module */
import { type Address, type Hex, isAddressEqual, numberToHex } from "viem";
import { AcctError } from "../protocol/errors.ts";
import { type Permission, readPermission } from "../permission/permission.ts";
import type { ServiceClient } from "./client.ts";

/** A permission to use. */
export interface Use {
  /** The permission. */
  readonly permission: Permission;
  /** The owner's signature, where it was signed and not brought to the chain yet. */
  readonly signature?: Hex;
}

/**
 * Finds it.
 *
 * @throws {AcctError} `invalid_params` if there is none with this id for this spender;
 * `service_mismatch` if the service answers with another one
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
      field: "capabilities.permissions.id",
      detail: "No permission with this id names the connected account as its spender.",
    });
  }
  const { signature } = found!;
  return { permission, ...(signature !== undefined && { signature }) };
}
