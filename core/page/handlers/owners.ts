/** Handles the methods that list owners. @module */
import { isHex } from "viem";
import { chainsView, ownersView, readOwners } from "../../account/owners/view.ts";
import { tipOf } from "../../account/owners/history.ts";
import type { OwnersNow } from "../../account/owners/plan.ts";
import { exportAccount } from "../../account/record.ts";
import { AcctError } from "../../protocol/errors.ts";
import type { AccountJson } from "../../protocol/service/mod.ts";
import type { Handler, PageContext, ServiceContext } from "./context.ts";

/** Lists the owners, with the progress of their changes per chain. */
export const acctGetOwners: Handler<"acct_getOwners"> = async (context) =>
  ownersView(await readNow(context, connectedAccount(context)));

/** Exports what is needed to use the account without a service. */
export const acctExportAccount: Handler<"acct_exportAccount"> = async (context) => {
  const account = connectedAccount(context);
  const now = await readNow(context, account);
  const used = chainsView(now).filter((_, index) => now.chains[index]!.deployed === true);
  const changes = [...now.history.steps.values()].map(({ change }) => change);
  return exportAccount(account, changes, used);
};

/** Reads the owners; where they forked, the side of the passkey that connected. */
async function readNow(
  { service, session, signal }: ServiceContext,
  account: AccountJson,
): Promise<OwnersNow> {
  // A storage can hold anything.
  const owner = session()?.owner;
  const now = await readOwners(service, account, { signal });
  // Without a signer: any owner of that side can bring the other chains to it, not this passkey alone.
  // A passkey that is gone from every side has none: it is told what is so for the others.
  const own = isHex(owner) ? tipOf(now.history, owner) : null;
  return own === null ? now : { ...now, tip: own };
}

function connectedAccount(context: PageContext): AccountJson {
  const session = context.session();
  if (session === null) throw new AcctError("unauthorized");
  return session.account;
}
