/** Handles the methods that list owners. @module */
import { chainsView, ownersView, readOwners } from "../../account/owners_view.ts";
import { exportAccount } from "../../account/record.ts";
import { AcctError } from "../../protocol/errors.ts";
import type { AccountJson } from "../../protocol/service/mod.ts";
import type { Handler, PageContext } from "./context.ts";

/** Lists the owners, with the progress of their changes per chain. */
export const acctGetOwners: Handler<"acct_getOwners"> = async (context) =>
  ownersView(await readOwners(context.service, connectedAccount(context), context.signal));

/** Exports what is needed to use the account without a service. */
export const acctExportAccount: Handler<"acct_exportAccount"> = async (context) => {
  const account = connectedAccount(context);
  const { result } = await readOwners(context.service, account, context.signal);
  const used = chainsView(result).filter((_, index) => result.chains[index]!.deployed === true);
  return exportAccount(account, result.changes, used);
};

function connectedAccount(context: PageContext): AccountJson {
  const session = context.session();
  if (session === null) throw new AcctError("unauthorized");
  return session.account;
}
