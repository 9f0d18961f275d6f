/**
 * `wallet_getCallsStatus`: returns the status of a bundle.
 *
 * @see https://eips.ethereum.org/EIPS/eip-5792
 * @module
 */
import { define, type Definition } from "../../schema/definition.ts";
import { bundleId } from "../../schema/fields.ts";
import { single } from "../../schema/schema_connected.ts";
import type { CallsStatusJson } from "../../service/methods/wallet_get_calls_status.ts";

/** Parameters and result. */
export type WalletGetCallsStatus = {
  readonly params: readonly [id: string];
  readonly result: CallsStatusJson;
};

/** Definition of the method. */
export const walletGetCallsStatus: Definition<string, "session"> = define({
  params: single(bundleId),
  load: "session",
});
