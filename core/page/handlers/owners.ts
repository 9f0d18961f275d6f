/** Handles the methods that list owners. @module */
import { chainsView, ownersView, readOwners } from "../../account/owners/view.ts";
import { exportAccount } from "../../account/record.ts";
import { AcctError } from "../../protocol/errors.ts";
import type { AccountJson } from "../../protocol/service/mod.ts";
import type { Handler, PageContext } from "./context.ts";

/** Lists the owners, with the progress of their changes per chain. */
export const acctGetOwners: Handler<"acct_getOwners"> = async (context) =>
  ownersView(await readOwners(context.service, connectedAccount(context), context));

/** Exports what is needed to use the account without a service. */
export const acctExportAccount: Handler<"acct_exportAccount"> = async (context) => {
  const account = connectedAccount(context);
  const now = await readOwners(context.service, account, context);
  const used = chainsView(now).filter((_, index) => now.chains[index]!.deployed === true);
  const changes = [...now.history.steps.values()].map(({ change }) => change);
  return exportAccount(account, changes, used);
};

function connectedAccount(context: PageContext): AccountJson {
  const session = context.session();
  if (session === null) throw new AcctError("unauthorized");
  return session.account;
}
