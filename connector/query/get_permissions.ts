/** Query options of `getPermissions`. @module */

import { getPermissions, type GetPermissionsParameters } from "../actions/get_permissions.ts";
import type { Permission } from "../types.ts";
import { keyOf, type SdkQueryKey, type SdkQueryOptions } from "./options.ts";
import type { Config } from "../host_types.ts";

/** Key of the query. */
export function getPermissionsQueryKey(parameters: GetPermissionsParameters = {}): SdkQueryKey {
  return keyOf("getPermissions", { ...parameters });
}

/** Permissions of an account: kept until an event says that they changed. */
export function getPermissionsQueryOptions(
  config: Config,
  parameters: GetPermissionsParameters = {},
): SdkQueryOptions<readonly Permission[]> {
  return {
    queryKey: getPermissionsQueryKey(parameters),
    queryFn: () => getPermissions(config, parameters),
    staleTime: Infinity,
    gcTime: Infinity,
  };
}
