/** Query options of `getPermissions`. @module */

import { getPermissions, type GetPermissionsParameters } from "../actions/get_permissions.ts";
import type { Permission } from "../types/provider.ts";
import { createQueryKey, type SdkQueryKey, type SdkQueryOptions } from "./options.ts";
import type { Config } from "../types/peers.ts";

/** Creates the query key. */
export function getPermissionsQueryKey(parameters: GetPermissionsParameters = {}): SdkQueryKey {
  return createQueryKey("getPermissions", { ...parameters });
}

/** Creates the query options; permissions are cached until an event reports a change. */
export function getPermissionsQueryOptions<config extends Config>(
  config: config,
  parameters: GetPermissionsParameters<config> = {},
): SdkQueryOptions<readonly Permission[]> {
  return {
    queryKey: getPermissionsQueryKey(parameters),
    queryFn: () => getPermissions(config, parameters),
    staleTime: Infinity,
    gcTime: Infinity,
  };
}
