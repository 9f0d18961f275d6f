/**
 * Handles the methods that change owners: for the wallet's own page, and for dApps in AppSpecific
 * mode, which own the passkeys.
 *
 * @module
 */
import { isAddressEqual } from "viem";
import type { Address, Hex } from "../../lib/hex.ts";
import { AcctError } from "../../protocol/errors.ts";
import { wrong } from "../../protocol/schema/check.ts";
import { asAccount } from "./account.ts";
import type { Handler, PageContext } from "./context.ts";

/** Adds another passkey. */
export const acctAddPasskey: Handler<"acct_addPasskey"> = (context) => {
  requireOwnPage(context);
  return asAccount(
    context,
    {},
    (account, flow) =>
      context.ask("acct_addPasskey", { account, chainId: context.chainId() }, flow),
  );
};

/** Adds an address as an owner, to recover the account with. */
export const acctAddRecoveryAddress: Handler<
  "acct_addRecoveryAddress",
  { readonly owner: Address }
> = (context, { owner }) => {
  requireOwnPage(context);
  const refuse = (account: Address | null) => {
    if (account === null || !isAddressEqual(account, owner)) return;
    throw wrong("params[0].owner", "must not be the account itself");
  };
  return asAccount(context, { refuse }, (account, flow) =>
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
  return asAccount(context, {}, (account, flow) =>
    context.ask("acct_changeOwners", {
      account,
      chainId: context.chainId(),
      change: { kind: "remove", owner },
    }, flow));
};

function requireOwnPage({ options }: PageContext): void {
  if (options.mode === "AppSpecific") return;
  throw new AcctError("method_unsupported", {
    detail: `Passkeys are added and removed on the wallet's own page, ${options.keysUrl}.`,
  });
}
