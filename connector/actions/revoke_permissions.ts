/** Revokes a permission. @module */
import type { Hex, WalletGrantPermissionsResponse } from "@sdk/core";

import type { RequestCapabilities, RevokePermissionApiResponse } from "../types/provider.ts";
import { accountAndChain, type ConnectionParameters, resolveTarget } from "./connector.ts";
import type { Config } from "../types/peers.ts";

/** Parameters of {@linkcode revokePermissions}. */
export interface RevokePermissionsParameters<config extends Config = Config>
  extends ConnectionParameters<config> {
  /** Id of the permission. */
  readonly id: Hex;
  /** The complete grant: its signature is sufficient even if the service lost its copy. */
  readonly granted?: WalletGrantPermissionsResponse | undefined;
  /** Paymaster service of the operation. */
  readonly capabilities?: RequestCapabilities | undefined;
}

/** Revokes a permission permanently, on the chain where it was granted. */
export async function revokePermissions<config extends Config>(
  config: config,
  parameters: RevokePermissionsParameters<config>,
): Promise<RevokePermissionApiResponse> {
  const { id, granted, capabilities } = parameters;
  const target = await resolveTarget(config, parameters);
  return await target.provider.request({
    method: "wallet_revokePermissions",
    params: [{ ...accountAndChain(target, { capabilities }), id, ...(granted && { granted }) }],
  });
}
