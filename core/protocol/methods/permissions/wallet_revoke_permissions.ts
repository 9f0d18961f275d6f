/** `wallet_revokePermissions`: revokes a permission and waits until it is confirmed. @module */
import type { Address, Hex } from "../../../lib/hex.ts";
import type { WalletGrantPermissionsResponse } from "../../../permission/details.ts";
import { isPresent, member, object as readObject } from "../../../schema/check.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import { sponsored, type SponsorRequest } from "../../../schema/fields.ts";
import {
  address,
  anything,
  chainId,
  custom,
  hash,
  object,
  optional,
  single,
} from "../../../schema/schema.ts";
import type { RequestCapabilities } from "../calls/wallet_send_calls.ts";

/** Result of a revocation. */
export interface RevokePermissionApiResponse {
  /** True once the chain confirmed it. */
  readonly success: boolean;
}

/** Parameters and result. */
export type WalletRevokePermissions = {
  /** A permission by its id; or `eth_accounts`, which closes the session (EIP-2255). */
  readonly params: readonly [
    {
      readonly id: Hex;
      /** The complete grant: its signature is sufficient even if the service lost its copy. */
      readonly granted?: WalletGrantPermissionsResponse | undefined;
      readonly address?: Address | undefined;
      readonly chainId?: Hex | undefined;
      readonly capabilities?: RequestCapabilities | undefined;
    } | { readonly eth_accounts: Readonly<Record<string, unknown>> },
  ];
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
  /** Further chains on which all are revoked, with the same prompt. */
  readonly alsoOn?: readonly { readonly chainId: number; readonly paymaster?: SponsorRequest }[];
  /** The grant that the dApp passed, not validated. */
  readonly granted?: unknown;
  readonly paymaster?: SponsorRequest;
}

const named = object({
  id: hash,
  granted: optional(anything),
  address: optional(address),
  chainId: optional(chainId),
  capabilities: optional(sponsored),
});

/** Definition of the method. */
export const walletRevokePermissions: Definition<RevokeParams | "eth_accounts"> = define({
  params: single(custom("revocation", (at) => {
    // The dApp's own permission, in the format of EIP-2255.
    const own = member(at, "eth_accounts");
    if (!isPresent(own) || isPresent(member(at, "id"))) return named.read(at);
    readObject(own);
    return "eth_accounts";
  }, named)),
  prompts: "grants",
});
