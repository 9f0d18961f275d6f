/** Grants a permission to a spender. @module */
import type { Address } from "@sdk/core";

import type {
  PermissionsDetail,
  RequestCapabilities,
  WalletGrantPermissionsResponse,
} from "../types/provider.ts";
import { accountAndChain, type ConnectionParameters, resolveTarget } from "./connector.ts";
import type { Config } from "../types/peers.ts";

/** Parameters of {@linkcode grantPermissions}. */
export interface GrantPermissionsParameters<config extends Config = Config>
  extends ConnectionParameters<config> {
  /** Unix seconds after which the permission is invalid. */
  readonly expiry: number;
  /** Address that may use the permission. */
  readonly spender: Address;
  /** Calls and amounts that it allows. */
  readonly permissions: PermissionsDetail;
  /**
   * Accepts a signature instead of a transaction, if the account supports it: the result then
   * contains `signature`, costs no gas, and is submitted with the first use. Default: `false`.
   */
  readonly deferred?: boolean;
  /** Paymaster service of the operation. */
  readonly capabilities?: RequestCapabilities | undefined;
}

/** Grants a permission, after the user approves it. */
export async function grantPermissions<config extends Config>(
  config: config,
  parameters: GrantPermissionsParameters<config>,
): Promise<WalletGrantPermissionsResponse> {
  const { expiry, spender, permissions, deferred, capabilities } = parameters;
  const target = await resolveTarget(config, parameters);
  return await target.provider.request({
    method: "wallet_grantPermissions",
    params: [{
      ...accountAndChain(target, { deferred, capabilities }),
      expiry,
      spender,
      permissions,
    }],
  });
}
