/**
 * Handles the methods that change owners, or the account's code: for the wallet's own page, and for dApps in AppSpecific
 * mode, which own the passkeys.
 *
 * @module
 */
import { isAddressEqual, numberToHex } from "viem";
import type { Address, Hex } from "../../lib/hex.ts";
import { AcctError } from "../../protocol/errors.ts";
import { wrong } from "../../protocol/schema/check.ts";
import type { UpgradeParams } from "../../protocol/methods/account/acct_upgrade_account.ts";
import { asAccount, chooseSponsor } from "./account.ts";
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

/** Updates the account's code on one chain. */
export const acctUpgradeAccount: Handler<"acct_upgradeAccount", UpgradeParams> = (
  context,
  { chainId = context.chainId(), capabilities },
) => {
  requireOwnPage(context, "The account is updated");
  const sponsor = chooseSponsor(context, chainId, capabilities?.paymasterService);
  return asAccount(context, {}, async (account, flow) => {
    const request = { account, chainId, ...sponsor };
    const { version } = await context.ask("acct_upgradeAccount", request, flow);
    return { chainId: numberToHex(chainId), version };
  });
};

function requireOwnPage(
  { options }: PageContext,
  what = "Passkeys are added and removed",
): void {
  if (options.mode === "AppSpecific") return;
  throw new AcctError("method_unsupported", {
    detail: `${what} on the wallet's own page, ${options.keysUrl}.`,
  });
}
