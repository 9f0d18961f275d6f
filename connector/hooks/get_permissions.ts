"use client";
/** `getPermissions` as a hook. @module */

import type { GetPermissionsParameters } from "../actions/get_permissions.ts";
import { getPermissionsQueryOptions } from "../query/get_permissions.ts";
import type { QueryParameters } from "../query/options.ts";
import type { Permission } from "../types.ts";
import { useSdkQuery } from "./query.ts";
import type { UseQueryResult } from "../host_types.ts";

/** Parameters of {@linkcode usePermissions}. */
export type UsePermissionsParameters =
  & QueryParameters<readonly Permission[]>
  & GetPermissionsParameters;

/** Result of {@linkcode usePermissions}. */
export type UsePermissionsReturnType = UseQueryResult<readonly Permission[]>;

/** Permissions that an account has granted; fetched again after `permissionsChanged`. */
export function usePermissions(
  parameters: UsePermissionsParameters = {},
): UsePermissionsReturnType {
  const { config: _config, query: _query, ...given } = parameters;
  return useSdkQuery(parameters, {
    optionsOf: (config, defaults) => getPermissionsQueryOptions(config, { ...given, ...defaults }),
    worksDisconnected: false,
    event: "permissionsChanged",
  });
}
