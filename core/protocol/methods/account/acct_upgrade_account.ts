/**
 * `acct_upgradeAccount`: updates the account's code on one chain to the newest version (AppSpecific mode).
 *
 * @module
 */
import type { Address, Hex } from "../../../lib/hex.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import { sponsored, type SponsorRequest } from "../../../schema/fields.ts";
import { chainId, object, optional, singleOptional } from "../../../schema/schema.ts";
import type { RequestCapabilities } from "../calls/wallet_send_calls.ts";

/** Parameters and result: the version that the account runs there afterwards. */
export type AcctUpgradeAccount = {
  readonly params?: readonly [request?: {
    readonly chainId?: Hex | undefined;
    readonly capabilities?: RequestCapabilities | undefined;
  }];
  readonly result: { readonly chainId: Hex; readonly version: number };
};

/** Validated parameters. */
export interface UpgradeParams {
  readonly chainId?: number;
  readonly capabilities?: { readonly paymasterService?: SponsorRequest };
}

/** Request to the wallet; only the wallet's own pages and AppSpecific apps make it. */
export interface UpgradeAccountRequest {
  readonly account: Address;
  readonly chainId: number;
  /** True to create the account on a chain where it is not deployed yet, without an update. */
  readonly create?: boolean;
  readonly paymaster?: SponsorRequest;
}

/** Definition of the method. */
export const acctUpgradeAccount: Definition<UpgradeParams> = define({
  params: singleOptional(object({ chainId: optional(chainId), capabilities: optional(sponsored) })),
  prompts: "sends",
});
