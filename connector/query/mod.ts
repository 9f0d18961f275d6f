/** Query and mutation options, for any adapter of TanStack Query. @module */
export { connectMutationOptions } from "./connect.ts";
export { disconnectMutationOptions } from "./disconnect.ts";
export { getAssetsQueryKey, getAssetsQueryOptions } from "./get_assets.ts";
export { getCallsHistoryQueryKey, getCallsHistoryQueryOptions } from "./get_calls_history.ts";
export { getCapabilitiesQueryKey, getCapabilitiesQueryOptions } from "./get_capabilities.ts";
export { getPermissionsQueryKey, getPermissionsQueryOptions } from "./get_permissions.ts";
export { grantPermissionsMutationOptions } from "./grant_permissions.ts";
export type {
  MutationParameters,
  QueryParameters,
  SdkMutationOptions,
  SdkQueryKey,
  SdkQueryOptions,
} from "./options.ts";
export { revokePermissionsMutationOptions } from "./revoke_permissions.ts";
export { signMutationOptions } from "./sign.ts";
