/** `acct_openWallet`: opens the wallet home in a window. @module */
import { define, type Definition, nothing } from "../../../schema/definition.ts";

/** Parameters and result; it resolves once the window is open, and gets no information from it. */
export type AcctOpenWallet = {
  readonly params?: readonly [];
  readonly result: null;
};

/** Definition of the method. */
export const acctOpenWallet: Definition<void> = define({
  params: nothing,
});
