/** Lists the handlers of owners: a piece of its own, with the code of accounts. @module */
import "../connected.ts"; // for its chunk, see core/chunks/first.ts
import { acctAddPasskey as acctAddPasskeyMethod } from "../../protocol/methods/account/acct_add_passkey.ts";
import { acctAddRecoveryAddress as acctAddRecoveryAddressMethod } from "../../protocol/methods/account/acct_add_recovery_address.ts";
import { acctExportAccount as acctExportAccountMethod } from "../../protocol/methods/account/acct_export_account.ts";
import { acctGetOwners as acctGetOwnersMethod } from "../../protocol/methods/account/acct_get_owners.ts";
import { acctRemoveOwner as acctRemoveOwnerMethod } from "../../protocol/methods/account/acct_remove_owner.ts";
import { acctUpgradeAccount as acctUpgradeAccountMethod } from "../../protocol/methods/account/acct_upgrade_account.ts";
import type { ownerMethods } from "./connected.ts";
import { handle, type Handlers } from "./context.ts";
import {
  acctAddPasskey,
  acctAddRecoveryAddress,
  acctRemoveOwner,
  acctUpgradeAccount,
} from "./change_owners.ts";
import { acctExportAccount, acctGetOwners } from "./owners.ts";

/** Handler of each of them. */
export const handlers: Handlers<typeof ownerMethods[number], "later"> = {
  acct_addPasskey: handle(acctAddPasskeyMethod, acctAddPasskey),
  acct_addRecoveryAddress: handle(acctAddRecoveryAddressMethod, acctAddRecoveryAddress),
  acct_exportAccount: handle(acctExportAccountMethod, acctExportAccount),
  acct_getOwners: handle(acctGetOwnersMethod, acctGetOwners),
  acct_removeOwner: handle(acctRemoveOwnerMethod, acctRemoveOwner),
  acct_upgradeAccount: handle(acctUpgradeAccountMethod, acctUpgradeAccount),
};
