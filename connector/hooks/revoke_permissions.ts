"use client";
/** Hook for `revokePermissions`. @module */

import type { RevokePermissionsParameters } from "../actions/revoke_permissions.ts";
import type { MutationParameters } from "../query/options.ts";
import { revokePermissionsMutationOptions } from "../query/revoke_permissions.ts";
import type { RevokePermissionApiResponse } from "../types/provider.ts";
import { useLoadedPermissions } from "./load_permissions.ts";
import { useSdkMutation } from "./mutation.ts";
import type { Config, RegisteredConfig, UseMutationResult } from "../types/peers.ts";

/** Parameters of {@linkcode useRevokePermissions}. */
export type UseRevokePermissionsParameters<config extends Config = Config, context = unknown> =
  MutationParameters<
    RevokePermissionApiResponse,
    RevokePermissionsParameters<config>,
    context,
    config
  >;

/** Result of {@linkcode useRevokePermissions}. */
export type UseRevokePermissionsReturnType<config extends Config = Config, context = unknown> =
  UseMutationResult<RevokePermissionApiResponse, RevokePermissionsParameters<config>, context>;

/** Revokes a permission permanently. */
export function useRevokePermissions<config extends Config = RegisteredConfig, context = unknown>(
  parameters: UseRevokePermissionsParameters<config, context> = {},
): UseRevokePermissionsReturnType<config, context> {
  useLoadedPermissions(parameters);
  return useSdkMutation(parameters, revokePermissionsMutationOptions);
}
