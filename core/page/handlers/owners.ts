/**
 * Handlers of the methods about owners. dApps can list them; changing them is for the wallet's own page,
 * and in AppSpecific mode for the app, whose passkeys they are.
 *
 * @module
 */
import { chainsView, ownersView, readOwners } from "../../account/owners_view.ts";
import { exportAccount } from "../../account/record.ts";
import type { Address, Hex } from "../../lib/hex.ts";
import { AcctError } from "../../protocol/errors.ts";
import type { AccountJson } from "../../protocol/service/mod.ts";
import { asAccount } from "./account.ts";
import type { Handler, PageContext } from "./context.ts";

/** Lists the owners, and how far each chain is with changes of them. */
export const acctGetOwners: Handler<"acct_getOwners"> = async (context) =>
  ownersView(await readOwners(context.service, connectedAccount(context), context.signal));

/** Gives all that is needed to use the account without a service. */
export const acctExportAccount: Handler<"acct_exportAccount"> = async (context) => {
  const account = connectedAccount(context);
  const { result } = await readOwners(context.service, account, context.signal);
  const used = chainsView(result).filter((_, index) => result.chains[index]!.deployed === true);
  return exportAccount(account, result.changes, used);
};

/** Adds another passkey. */
export const acctAddPasskey: Handler<"acct_addPasskey"> = (context) => {
  requireOwnPage(context);
  return asAccount(
    context,
    undefined,
    (account, flow) =>
      context.ask("acct_addPasskey", { account, chainId: context.chainId() }, flow),
  );
};

/** Adds an address as an owner, to recover the account by. */
export const acctAddRecoveryAddress: Handler<
  "acct_addRecoveryAddress",
  { readonly owner: Address }
> = (context, { owner }) => {
  requireOwnPage(context);
  return asAccount(context, undefined, (account, flow) =>
    context.ask("acct_changeOwners", {
      account,
      chainId: context.chainId(),
      change: { kind: "add", address: owner },
    }, flow));
};

/** Removes an owner on every chain. */
export const acctRemoveOwner: Handler<"acct_removeOwner", { readonly owner: Hex }> = (
  context,
  { owner },
) => {
  requireOwnPage(context);
  return asAccount(context, undefined, (account, flow) =>
    context.ask("acct_changeOwners", {
      account,
      chainId: context.chainId(),
      change: { kind: "remove", owner },
    }, flow));
};

function connectedAccount(context: PageContext): AccountJson {
  const session = context.session();
  if (session === null) throw new AcctError("unauthorized");
  return session.account;
}

function requireOwnPage({ options }: PageContext): void {
  if (options.mode === "AppSpecific") return;
  throw new AcctError("method_unsupported", {
    detail: `Passkeys are added and removed on the wallet's own page, ${options.keysUrl}.`,
  });
}
