/** Revokes a permission. @module */
import type { Hex } from "@sdk/core";

import type { RequestCapabilities, RevokePermissionApiResponse } from "../types.ts";
import { accountAndChain, type ConnectionParameters, given, targetOf } from "./connector.ts";
import type { Config } from "../host_types.ts";

/** Parameters of {@linkcode revokePermissions}. */
export interface RevokePermissionsParameters extends ConnectionParameters {
  /** The permission. */
  readonly id: Hex;
  /** Who pays. */
  readonly capabilities?: RequestCapabilities | undefined;
}

/** Revokes a permission for good, on the chain where it was granted. */
export async function revokePermissions(
  config: Config,
  parameters: RevokePermissionsParameters,
): Promise<RevokePermissionApiResponse> {
  const { id, capabilities } = parameters;
  const target = await targetOf(config, parameters);
  return await target.provider.request({
    method: "wallet_revokePermissions",
    params: [{ ...accountAndChain(target), id, ...given({ capabilities }) }],
  });
}
