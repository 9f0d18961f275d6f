/** `acct_showAccount`: shows the account, to switch networks or to disconnect. @module */
import type { Address, Hex } from "../../../lib/hex.ts";
import { define, type Definition, nothing } from "../../../schema/definition.ts";

/** Parameters and result. */
export type AcctShowAccount = {
  readonly params?: readonly [];
  readonly result: { readonly chainId: Hex; readonly connected: boolean };
};

/** Request to the wallet. */
export interface ShowAccountRequest {
  readonly account: Address;
  /** Id of the current network. */
  readonly chainId: number;
  /** True to list test networks. */
  readonly testnets: boolean;
}

/** Definition of the method. */
export const acctShowAccount: Definition<void> = define({
  params: nothing,
  prompts: "shows",
});
