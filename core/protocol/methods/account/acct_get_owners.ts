/** `acct_getOwners`: lists the account's owners, and the progress of changes per chain. @module */
import type { OwnersView } from "../../../dialog/owners.ts";
import { define, type Definition, nothing } from "../../schema/definition.ts";

/** Parameters and result. */
export type AcctGetOwners = {
  readonly params?: readonly [];
  readonly result: OwnersView;
};

/** Definition of the method. */
export const acctGetOwners: Definition<void, "later"> = define({
  params: nothing,
  load: "later",
});
