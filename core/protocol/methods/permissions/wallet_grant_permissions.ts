/** `wallet_grantPermissions`: grants a permission and waits until it is confirmed. @module */
import type { Address, Hex } from "../../../lib/hex.ts";
import type { AgentTerms } from "../../../permission/agent/terms.ts";
import type {
  PermissionsDetail,
  WalletGrantPermissionsResponse,
} from "../../../permission/details.ts";
import { type GrantRequest, readGrant } from "../../../permission/request.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import { sponsored, type SponsorRequest } from "../../../schema/fields.ts";
import { address, chainId, custom, object, optional, single } from "../../../schema/schema.ts";
import type { RequestCapabilities } from "../calls/wallet_send_calls.ts";

/** Parameters and result. */
export type WalletGrantPermissions = {
  readonly params: readonly [{
    readonly expiry: number;
    readonly spender: Address;
    readonly permissions: PermissionsDetail;
    readonly address?: Address | undefined;
    readonly chainId?: Hex | undefined;
    readonly deferred?: boolean | undefined;
    readonly agent?: AgentTerms | undefined;
    readonly capabilities?: RequestCapabilities | undefined;
  }];
  readonly result: WalletGrantPermissionsResponse;
};

/** Validated parameters. */
export interface GrantParams {
  readonly grant: GrantRequest;
  readonly address?: Address;
  readonly chainId?: number;
  readonly capabilities?: { readonly paymasterService?: SponsorRequest };
}

/** Request to the wallet. */
export interface GrantWalletRequest extends GrantRequest {
  readonly account: Address;
  readonly chainId: number;
  /** True if the user may not grant less. */
  readonly fixed?: boolean;
  readonly paymaster?: SponsorRequest;
}

const members = object({
  address: optional(address),
  chainId: optional(chainId),
  capabilities: optional(sponsored),
});

/** Definition of the method. */
export const walletGrantPermissions: Definition<GrantParams> = define({
  params: single(
    custom("grant", (at): GrantParams => ({ ...members.read(at), grant: readGrant(at) })),
  ),
  prompts: "grants",
});
