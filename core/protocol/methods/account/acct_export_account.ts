/**
 * `acct_exportAccount`: exports the data that is needed to use the account without a service.
 *
 * @module
 */
import type { ExportedAccount } from "../../../account/owners/record.ts";
import { define, type Definition, nothing } from "../../../schema/definition.ts";

/** Parameters and result; it contains no secret. */
export type AcctExportAccount = {
  readonly params?: readonly [];
  readonly result: ExportedAccount;
};

/** Definition of the method. */
export const acctExportAccount: Definition<void> = define({
  params: nothing,
});
