/** Mutation options of `grantPermissions`. @module */

import { grantPermissions, type GrantPermissionsParameters } from "../actions/grant_permissions.ts";
import type { WalletGrantPermissionsResponse } from "../types/provider.ts";
import type { SdkMutationOptions } from "./options.ts";
import type { Config } from "../types/peers.ts";

/** Creates the options of a mutation that grants a permission. */
export function grantPermissionsMutationOptions<config extends Config>(
  config: config,
): SdkMutationOptions<WalletGrantPermissionsResponse, GrantPermissionsParameters<config>> {
  return {
    mutationKey: ["acct", "grantPermissions"],
    mutationFn: (variables) => grantPermissions(config, variables),
  };
}
