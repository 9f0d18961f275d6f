/** Lists permissions. @module */

import type { Permission } from "../types.ts";
import { accountAndChain, type ConnectionParameters, targetOf } from "./connector.ts";
import type { Config } from "../host_types.ts";

/** Parameters of {@linkcode getPermissions}. */
export type GetPermissionsParameters = ConnectionParameters;

/** The permissions that an account has granted. */
export async function getPermissions(
  config: Config,
  parameters: GetPermissionsParameters = {},
): Promise<readonly Permission[]> {
  const target = await targetOf(config, parameters);
  const permissions = await target.provider.request({
    method: "wallet_getPermissions",
    params: [accountAndChain(target)],
  });
  // Other wallets answer the method of this name with EIP-2255's permissions.
  return permissions.filter((permission) => !("parentCapability" in permission));
}
