/** Handles the methods that list owners. @module */
import { isHex } from "viem";
import { chainsView, ownersView, readOwners } from "../../client/owners.ts";
import { tipOf } from "../../account/owners/history.ts";
import type { OwnersNow } from "../../account/owners/plan.ts";
import { exportAccount } from "../../account/owners/record.ts";
import { AcctError } from "../../ground/errors.ts";
import type { AccountJson } from "../../wire/values.ts";
import type { Handler, PageContext, ServiceContext } from "./context.ts";

/** Lists the owners, with the progress of their changes per chain. */
export const acctGetOwners: Handler<"acct_getOwners"> = async (context) => {
  const now = await readNow(context, connectedAccount(context));
  // The stored session may contain any value.
  const owner = context.session()?.owner;
  return ownersView(now, [], isHex(owner) ? { publicKey: owner } : undefined);
};

/** Exports the data that is needed to use the account without a service. */
export const acctExportAccount: Handler<"acct_exportAccount"> = async (context) => {
  const account = connectedAccount(context);
  const now = await readNow(context, account);
  const used = chainsView(now).filter((_, index) => now.chains[index]!.deployed === true);
  const changes = [...now.history.steps.values()].map(({ change }) => change);
  return exportAccount(account, changes, used);
};

/** Reads the owners; if they forked, the branch of the passkey that connected. */
async function readNow(
  { service, session, signal }: ServiceContext,
  account: AccountJson,
): Promise<OwnersNow> {
  // The stored session may contain any value.
  const owner = session()?.owner;
  const now = await readOwners(service, account, { signal });
  // The read has no signer, because any owner of that branch can move the other chains to it, not
  // only this passkey. A passkey that is on no branch gets the result for the main branch.
  const own = isHex(owner) ? tipOf(now.history, owner) : null;
  return own === null ? now : { ...now, tip: own };
}

function connectedAccount(context: PageContext): AccountJson {
  const session = context.session();
  if (session === null) throw new AcctError("unauthorized");
  return session.account;
}
