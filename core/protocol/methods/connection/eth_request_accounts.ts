/**
 * `eth_requestAccounts`: connects, unless the dApp is connected.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1102
 * @module
 */
import type { Address } from "../../../lib/hex.ts";
import { define, type Definition, nothing } from "../../../schema/definition.ts";

/** Parameters and result. */
export type EthRequestAccounts = {
  readonly params?: readonly [];
  readonly result: readonly Address[];
};

/** Definition of the method. */
export const ethRequestAccounts: Definition<void> = define({
  params: nothing,
  prompts: "connects",
});
