/** Grants limited rights to a spender. @module */
import type { Address } from "@sdk/core";

import type {
  PermissionsDetail,
  RequestCapabilities,
  WalletGrantPermissionsResponse,
} from "../types.ts";
import { accountAndChain, type ConnectionParameters, given, targetOf } from "./connector.ts";
import type { Config } from "../host_types.ts";

/** Parameters of {@linkcode grantPermissions}. */
export interface GrantPermissionsParameters extends ConnectionParameters {
  /** Unix seconds at which the permission expires. */
  readonly expiry: number;
  /** Who may use it. */
  readonly spender: Address;
  /** What it allows. */
  readonly permissions: PermissionsDetail;
  /**
   * Whether a signature is enough, where the account takes permissions already: the result then has
   * `signature`, costs nothing, and reaches the chain with its first use. Default `false`.
   */
  readonly deferred?: boolean;
  /** Who pays. */
  readonly capabilities?: RequestCapabilities | undefined;
}

/** Grants a permission, after the person agreed to it. */
export async function grantPermissions(
  config: Config,
  parameters: GrantPermissionsParameters,
): Promise<WalletGrantPermissionsResponse> {
  const { expiry, spender, permissions, deferred, capabilities } = parameters;
  const target = await targetOf(config, parameters);
  return await target.provider.request({
    method: "wallet_grantPermissions",
    params: [{
      ...accountAndChain(target),
      expiry,
      spender,
      permissions,
      ...given({ deferred, capabilities }),
    }],
  });
}
