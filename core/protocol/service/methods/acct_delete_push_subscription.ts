/** `acct_deletePushSubscription`: cancels the notices to a device. @module */
import type { Address } from "../../../lib/hex.ts";
import { MAX_URL_LENGTH } from "../../../ground/limits.ts";
import { address, exact, text } from "../../../schema/schema.ts";
import type { ServiceDefinition } from "../schema/definition.ts";

/** Params of `acct_deletePushSubscription`. Only the device has its endpoint. */
export interface DeletePushSubscriptionParams {
  /** Address of the account. */
  readonly account: Address;
  /** URL of the subscription. */
  readonly endpoint: string;
}

/** Definition of the method. */
export const acctDeletePushSubscription: ServiceDefinition<
  "acct_deletePushSubscription",
  DeletePushSubscriptionParams
> = {
  name: "acct_deletePushSubscription",
  params: exact({ account: address, endpoint: text(MAX_URL_LENGTH) }),
};
