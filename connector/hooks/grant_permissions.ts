"use client";
/** Hook for `grantPermissions`. @module */

import type { GrantPermissionsParameters } from "../actions/grant_permissions.ts";
import type { MutationParameters } from "../query/options.ts";
import { grantPermissionsMutationOptions } from "../query/grant_permissions.ts";
import type { WalletGrantPermissionsResponse } from "../types/provider.ts";
import { useLoadedPermissions } from "./load_permissions.ts";
import { useSdkMutation } from "./mutation.ts";
import type { Config, RegisteredConfig, UseMutationResult } from "../types/peers.ts";

/** Parameters of {@linkcode useGrantPermissions}. */
export type UseGrantPermissionsParameters<config extends Config = Config, context = unknown> =
  MutationParameters<
    WalletGrantPermissionsResponse,
    GrantPermissionsParameters<config>,
    context,
    config
  >;

/** Result of {@linkcode useGrantPermissions}. */
export type UseGrantPermissionsReturnType<config extends Config = Config, context = unknown> =
  UseMutationResult<WalletGrantPermissionsResponse, GrantPermissionsParameters<config>, context>;

/** Grants a permission to a spender. */
export function useGrantPermissions<config extends Config = RegisteredConfig, context = unknown>(
  parameters: UseGrantPermissionsParameters<config, context> = {},
): UseGrantPermissionsReturnType<config, context> {
  useLoadedPermissions(parameters);
  return useSdkMutation(parameters, grantPermissionsMutationOptions);
}
