/** `wallet_getCallsStatus` (EIP-5792): returns the status of a bundle. @module */
import type { Address } from "../../../lib/hex.ts";
import { bundleId } from "../../../schema/fields.ts";
import { address, optional, positional } from "../../../schema/schema.ts";
import type { ServiceDefinition } from "../schema/definition.ts";

/** Definition of the method; with an address, only that account's own ids are searched. */
export const walletGetCallsStatus: ServiceDefinition<
  "wallet_getCallsStatus",
  readonly [id: string, account: Address | undefined]
> = {
  name: "wallet_getCallsStatus",
  params: positional(bundleId, optional(address)),
};
