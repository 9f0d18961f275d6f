/** `wallet_revokePermissions`: revokes a permission and waits until it is confirmed. @module */
import type { Address, Hex } from "../../../lib/hex.ts";
import type { WalletGrantPermissionsResponse } from "../../../permission/details.ts";
import { define, type Definition } from "../../schema/definition.ts";
import { sponsored, type SponsorRequest } from "../../schema/fields.ts";
import { address, anything, chainId, hash, object, optional, single } from "../../schema/schema.ts";
import type { RequestCapabilities } from "../calls/wallet_send_calls.ts";

/** Result of a revocation. */
export interface RevokePermissionApiResponse {
  /** True once the chain confirmed it. */
  readonly success: boolean;
}

/** Parameters and result. */
export type WalletRevokePermissions = {
  readonly params: readonly [{
    readonly id: Hex;
    /** The whole grant: with its signature it is known even if the service lost its copy. */
    readonly granted?: WalletGrantPermissionsResponse | undefined;
    readonly address?: Address | undefined;
    readonly chainId?: Hex | undefined;
    readonly capabilities?: RequestCapabilities | undefined;
  }];
  readonly result: RevokePermissionApiResponse;
};

/** Validated parameters. */
export interface RevokeParams {
  readonly id: Hex;
  /** Checked by the wallet. */
  readonly granted?: unknown;
  readonly address?: Address;
  readonly chainId?: number;
  readonly capabilities?: { readonly paymasterService?: SponsorRequest };
}

/** Request to the wallet. */
export interface RevokeWalletRequest {
  readonly account: Address;
  readonly chainId: number;
  /** Permission to revoke; `null` for all, which only the wallet's own pages request. */
  readonly id: Hex | null;
  /** The grant as the dApp handed it in, not checked. */
  readonly granted?: unknown;
  readonly paymaster?: SponsorRequest;
}

/** Definition of the method. */
export const walletRevokePermissions: Definition<RevokeParams, "checks"> = define({
  params: single(object({
    id: hash,
    granted: optional(anything),
    address: optional(address),
    chainId: optional(chainId),
    capabilities: optional(sponsored),
  })),
  prompts: "grants",
  load: "checks",
});
