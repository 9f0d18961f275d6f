"use client";
/** Hook for `getPermissions`. @module */

import type { GetPermissionsParameters } from "../actions/get_permissions.ts";
import { getPermissionsQueryOptions } from "../query/get_permissions.ts";
import type { QueryParameters } from "../query/options.ts";
import type { Permission } from "../types/provider.ts";
import { useSdkQuery } from "./query.ts";
import type { Config, RegisteredConfig, UseQueryResult } from "../types/peers.ts";

/** Parameters of {@linkcode usePermissions}. */
export type UsePermissionsParameters<
  config extends Config = Config,
  data = readonly Permission[],
> = QueryParameters<readonly Permission[], data, config> & GetPermissionsParameters<config>;

/** Result of {@linkcode usePermissions}. */
export type UsePermissionsReturnType<data = readonly Permission[]> = UseQueryResult<data>;

/** Gets the permissions that an account has granted; refetches on `permissionsChanged`. */
export function usePermissions<
  config extends Config = RegisteredConfig,
  data = readonly Permission[],
>(
  parameters: UsePermissionsParameters<config, data> = {},
): UsePermissionsReturnType<data> {
  const { config: _config, query: _query, ...given } = parameters;
  return useSdkQuery(parameters, {
    createOptions: (config, defaults) =>
      getPermissionsQueryOptions(config, { ...given, ...defaults }),
    worksDisconnected: false,
    event: "permissionsChanged",
  });
}
