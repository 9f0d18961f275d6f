/** Mutation options of `revokePermissions`. @module */

import {
  revokePermissions,
  type RevokePermissionsParameters,
} from "../actions/revoke_permissions.ts";
import type { RevokePermissionApiResponse } from "../types/provider.ts";
import type { SdkMutationOptions } from "./options.ts";
import type { Config } from "../types/peers.ts";

/** Creates the options of a mutation that revokes a permission. */
export function revokePermissionsMutationOptions<config extends Config>(
  config: config,
): SdkMutationOptions<RevokePermissionApiResponse, RevokePermissionsParameters<config>> {
  return {
    mutationKey: ["acct", "revokePermissions"],
    mutationFn: (variables) => revokePermissions(config, variables),
  };
}
