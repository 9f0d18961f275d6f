"use client";
/** React hooks. @module */
export { useConnect, type UseConnectParameters, type UseConnectReturnType } from "./connect.ts";
export {
  useDisconnect,
  type UseDisconnectParameters,
  type UseDisconnectReturnType,
} from "./disconnect.ts";
export {
  useGetAssets,
  type UseGetAssetsParameters,
  type UseGetAssetsReturnType,
} from "./get_assets.ts";
export {
  useGetCallsHistory,
  type UseGetCallsHistoryParameters,
  type UseGetCallsHistoryReturnType,
} from "./get_calls_history.ts";
export {
  useCapabilities,
  type UseCapabilitiesParameters,
  type UseCapabilitiesReturnType,
} from "./get_capabilities.ts";
export {
  usePermissions,
  type UsePermissionsParameters,
  type UsePermissionsReturnType,
} from "./get_permissions.ts";
export {
  useGrantPermissions,
  type UseGrantPermissionsParameters,
  type UseGrantPermissionsReturnType,
} from "./grant_permissions.ts";
export {
  useRevokePermissions,
  type UseRevokePermissionsParameters,
  type UseRevokePermissionsReturnType,
} from "./revoke_permissions.ts";
export { useSign, type UseSignParameters, type UseSignReturnType } from "./sign.ts";
