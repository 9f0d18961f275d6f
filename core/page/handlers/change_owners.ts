/**
 * Handles the owner methods. A separate chunk that includes the account code. Methods that change
 * owners or the account's code are for the wallet's own page, and for dApps in AppSpecific mode,
 * which own the passkeys.
 *
 * @module
 */
import type { MethodName } from "../../protocol/methods.ts";
import "../../chunks/session.ts";
import { isAddressEqual, numberToHex } from "viem";
import type { Address, Hex } from "../../lib/hex.ts";
import { AcctError } from "../../ground/errors.ts";
import { wrong } from "../../schema/check.ts";
import { acctAddPasskey as acctAddPasskeyMethod } from "../../protocol/methods/account/acct_add_passkey.ts";
import { acctAddRecoveryAddress as acctAddRecoveryAddressMethod } from "../../protocol/methods/account/acct_add_recovery_address.ts";
import { acctExportAccount as acctExportAccountMethod } from "../../protocol/methods/account/acct_export_account.ts";
import { acctGetOwners as acctGetOwnersMethod } from "../../protocol/methods/account/acct_get_owners.ts";
import { acctRemoveOwner as acctRemoveOwnerMethod } from "../../protocol/methods/account/acct_remove_owner.ts";
import {
  acctUpgradeAccount as acctUpgradeAccountMethod,
  type UpgradeParams,
} from "../../protocol/methods/account/acct_upgrade_account.ts";
import { asAccount, chooseSponsor, requireChain } from "./account.ts";
import type { Handler, Handlers, PageContext } from "./context.ts";
import { handle } from "../../schema/handle.ts";
import { acctExportAccount, acctGetOwners } from "./owners.ts";

/** Adds another passkey. */
const acctAddPasskey: Handler<"acct_addPasskey"> = (context) => {
  requireOwnPage(context);
  return asAccount(
    context,
    {},
    (account, flow) =>
      context.ask("acct_addPasskey", { account, chainId: context.chainId() }, flow),
  );
};

/** Adds an address as an owner that can recover the account. */
const acctAddRecoveryAddress: Handler<
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
const acctRemoveOwner: Handler<"acct_removeOwner", { readonly owner: Hex }> = (
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
const acctUpgradeAccount: Handler<"acct_upgradeAccount", UpgradeParams> = async (
  context,
  { chainId = context.chainId(), capabilities },
) => {
  requireOwnPage(context, "The account is updated");
  if (chainId !== context.chainId()) await requireChain(context, chainId);
  const sponsor = chooseSponsor(context, chainId, capabilities?.paymasterService);
  return await asAccount(context, {}, async (account, flow) => {
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

/** Handlers of these methods. */
export const handlers = {
  acct_addPasskey: handle(acctAddPasskeyMethod, acctAddPasskey),
  acct_addRecoveryAddress: handle(acctAddRecoveryAddressMethod, acctAddRecoveryAddress),
  acct_exportAccount: handle(acctExportAccountMethod, acctExportAccount),
  acct_getOwners: handle(acctGetOwnersMethod, acctGetOwners),
  acct_removeOwner: handle(acctRemoveOwnerMethod, acctRemoveOwner),
  acct_upgradeAccount: handle(acctUpgradeAccountMethod, acctUpgradeAccount),
} satisfies Partial<Handlers<MethodName>>;
