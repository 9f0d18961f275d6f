/** Actions: the hooks' functions, for use without React. @module */
export {
  connect,
  type ConnectParameters,
  type ConnectReturnType,
  type KnownCapabilities,
} from "./connect.ts";
export type { ConnectionParameters } from "./connector.ts";
export { disconnect, type DisconnectParameters } from "./disconnect.ts";
export { getAssets, type GetAssetsParameters } from "./get_assets.ts";
export { getCallsHistory, type GetCallsHistoryParameters } from "./get_calls_history.ts";
export { getCapabilities, type GetCapabilitiesParameters } from "./get_capabilities.ts";
export { getPermissions, type GetPermissionsParameters } from "./get_permissions.ts";
export { grantPermissions, type GrantPermissionsParameters } from "./grant_permissions.ts";
export { revokePermissions, type RevokePermissionsParameters } from "./revoke_permissions.ts";
export { sign, type SignParameters } from "./sign.ts";
