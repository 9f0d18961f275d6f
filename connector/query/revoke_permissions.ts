/** Mutation options of `revokePermissions`. @module */
import type { Config } from "wagmi";
import {
  revokePermissions,
  type RevokePermissionsParameters,
} from "../actions/revoke_permissions.ts";
import type { RevokePermissionApiResponse } from "../types.ts";
import type { SdkMutationOptions } from "./options.ts";

/** Revokes a permission. */
export function revokePermissionsMutationOptions(
  config: Config,
): SdkMutationOptions<RevokePermissionApiResponse, RevokePermissionsParameters> {
  return {
    mutationKey: ["acct", "revokePermissions"],
    mutationFn: (variables) => revokePermissions(config, variables),
  };
}
