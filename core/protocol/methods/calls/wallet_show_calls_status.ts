/**
 * `wallet_showCallsStatus`: shows the status of a bundle to the user.
 *
 * @see https://eips.ethereum.org/EIPS/eip-5792
 * @module
 */
import type { Address } from "../../../lib/hex.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import { bundleId } from "../../../schema/fields.ts";
import { single } from "../../../schema/schema.ts";

/** Parameters and result. */
export type WalletShowCallsStatus = {
  readonly params: readonly [id: string];
  readonly result: null;
};

/** Request to the wallet. */
export interface ShowCallsStatusRequest {
  readonly id: string;
  readonly chainId: number;
  /** Account whose chosen bundle ids are accepted; absent without a session. */
  readonly account?: Address;
}

/** Definition of the method. */
export const walletShowCallsStatus: Definition<string> = define({
  params: single(bundleId),
  prompts: "shows",
});
