/** `eth_accounts`: returns the connected account. @module */
import type { Address } from "../../../lib/hex.ts";
import { define, type Definition, nothing } from "../../../schema/definition.ts";

/** Parameters and result. */
export type EthAccounts = {
  readonly params?: readonly [];
  readonly result: readonly Address[];
};

/** Definition of the method. */
export const ethAccounts: Definition<void> = define({ params: nothing });
