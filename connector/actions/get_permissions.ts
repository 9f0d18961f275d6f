/** Gets the permissions of an account. @module */

import type { Permission } from "../types/provider.ts";
import { accountAndChain, type ConnectionParameters, resolveTarget } from "./connector.ts";
import type { Config } from "../types/peers.ts";

/** Parameters of {@linkcode getPermissions}. */
export interface GetPermissionsParameters<config extends Config = Config>
  extends ConnectionParameters<config> {
  /** Adds the remaining allowance of the current period to each spend. */
  readonly remaining?: boolean | undefined;
}

/** Gets the permissions that an account has granted. */
export async function getPermissions<config extends Config>(
  config: config,
  parameters: GetPermissionsParameters<config> = {},
): Promise<readonly Permission[]> {
  const target = await resolveTarget(config, parameters);
  const permissions = await target.provider.request({
    method: "wallet_getPermissions",
    params: [accountAndChain(target, { remaining: parameters.remaining })],
  });
  // Other wallets return EIP-2255 permissions from the method with this name.
  return permissions.filter((permission) => !("parentCapability" in permission));
}
