"use client";
/** Hook for `revokePermissions`. @module */

import type { RevokePermissionsParameters } from "../actions/revoke_permissions.ts";
import type { MutationParameters } from "../query/options.ts";
import { revokePermissionsMutationOptions } from "../query/revoke_permissions.ts";
import type { RevokePermissionApiResponse } from "../types.ts";
import { useSdkMutation } from "./mutation.ts";
import type { UseMutationResult } from "../peer_types.ts";

/** Parameters of {@linkcode useRevokePermissions}. */
export type UseRevokePermissionsParameters<context = unknown> = MutationParameters<
  RevokePermissionApiResponse,
  RevokePermissionsParameters,
  context
>;

/** Result of {@linkcode useRevokePermissions}. */
export type UseRevokePermissionsReturnType<context = unknown> = UseMutationResult<
  RevokePermissionApiResponse,
  RevokePermissionsParameters,
  context
>;

/** Revokes a permission permanently. */
export function useRevokePermissions<context = unknown>(
  parameters: UseRevokePermissionsParameters<context> = {},
): UseRevokePermissionsReturnType<context> {
  return useSdkMutation(parameters, revokePermissionsMutationOptions);
}
