/** `acct_openWallet`: opens the wallet's own page in a window. @module */
import { define, type Definition, nothing } from "../../schema/definition.ts";

/** Parameters and result; it answers once the window is open, and learns nothing of it. */
export type AcctOpenWallet = {
  readonly params?: readonly [];
  readonly result: null;
};

/** Definition of the method. */
export const acctOpenWallet: Definition<void, "later"> = define({
  params: nothing,
  load: "later",
});
