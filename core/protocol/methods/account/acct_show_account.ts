/** `acct_showAccount`: shows the account; there the user can switch networks or disconnect. @module */
import type { Address, Hex } from "../../../lib/hex.ts";
import { define, type Definition, nothing } from "../../definition.ts";

/** Parameters and result. */
export interface AcctShowAccount {
  readonly params?: readonly [];
  readonly result: { readonly chainId: Hex; readonly connected: boolean };
}

/** Request to the wallet. */
export interface ShowAccountRequest {
  readonly account: Address;
  /** The network in use. */
  readonly chainId: number;
  /** Whether test networks can be chosen. */
  readonly testnets: boolean;
}

/** Definition of the method. */
export const acctShowAccount: Definition<void, "session"> = define({
  params: nothing,
  prompts: "shows",
  load: "session",
});
