/**
 * `wallet_getCallsStatus`: returns the status of a bundle.
 *
 * @see https://eips.ethereum.org/EIPS/eip-5792
 * @module
 */
import { define, type Definition } from "../../../schema/definition.ts";
import { bundleId } from "../../../schema/fields.ts";
import { single } from "../../../schema/common.ts";
import type { CallsStatusJson } from "../../../wire/calls_status.ts";

/** Parameters and result. */
export type WalletGetCallsStatus = {
  readonly params: readonly [id: string];
  readonly result: CallsStatusJson;
};

/** Definition of the method. */
export const walletGetCallsStatus: Definition<string> = define({
  params: single(bundleId),
});
