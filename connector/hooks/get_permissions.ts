"use client";
/** Hook for `getPermissions`. @module */

import type { GetPermissionsParameters } from "../actions/get_permissions.ts";
import { getPermissionsQueryOptions } from "../query/get_permissions.ts";
import type { QueryParameters } from "../query/options.ts";
import type { Permission } from "../types.ts";
import { useSdkQuery } from "./query.ts";
import type { UseQueryResult } from "../peer_types.ts";

/** Parameters of {@linkcode usePermissions}. */
export type UsePermissionsParameters =
  & QueryParameters<readonly Permission[]>
  & GetPermissionsParameters;

/** Result of {@linkcode usePermissions}. */
export type UsePermissionsReturnType = UseQueryResult<readonly Permission[]>;

/** Gets the permissions that an account has granted; refetches on `permissionsChanged`. */
export function usePermissions(
  parameters: UsePermissionsParameters = {},
): UsePermissionsReturnType {
  const { config: _config, query: _query, ...given } = parameters;
  return useSdkQuery(parameters, {
    createOptions: (config, defaults) =>
      getPermissionsQueryOptions(config, { ...given, ...defaults }),
    worksDisconnected: false,
    event: "permissionsChanged",
  });
}
