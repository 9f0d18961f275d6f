"use client";
/** Hook for `grantPermissions`. @module */

import type { GrantPermissionsParameters } from "../actions/grant_permissions.ts";
import type { MutationParameters } from "../query/options.ts";
import { grantPermissionsMutationOptions } from "../query/grant_permissions.ts";
import type { WalletGrantPermissionsResponse } from "../types.ts";
import { useSdkMutation } from "./mutation.ts";
import type { UseMutationResult } from "../peer_types.ts";

/** Parameters of {@linkcode useGrantPermissions}. */
export type UseGrantPermissionsParameters<context = unknown> = MutationParameters<
  WalletGrantPermissionsResponse,
  GrantPermissionsParameters,
  context
>;

/** Result of {@linkcode useGrantPermissions}. */
export type UseGrantPermissionsReturnType<context = unknown> = UseMutationResult<
  WalletGrantPermissionsResponse,
  GrantPermissionsParameters,
  context
>;

/** Grants a permission to a spender. */
export function useGrantPermissions<context = unknown>(
  parameters: UseGrantPermissionsParameters<context> = {},
): UseGrantPermissionsReturnType<context> {
  return useSdkMutation(parameters, grantPermissionsMutationOptions);
}
