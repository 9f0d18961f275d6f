/** `wallet_getCallsHistory`: lists an account's operations in pages. @module */
import type { Address } from "../../../lib/hex.ts";
import {
  type CallsHistoryParams,
  historyPage,
} from "../../methods/calls/wallet_get_calls_history.ts";
import { address, boolean, exact, optional } from "../../../schema/schema.ts";
import type { ServiceDefinition } from "../schema/definition.ts";

/** Definition of the method. */
export const walletGetCallsHistory: ServiceDefinition<
  "wallet_getCallsHistory",
  CallsHistoryParams & { readonly address: Address; readonly callData?: boolean }
> = {
  name: "wallet_getCallsHistory",
  params: exact({ address, ...historyPage, callData: optional(boolean) }),
};
