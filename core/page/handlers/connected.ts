/** Handlers that are loaded with a session, or with the first read. @module */
import type { MethodName } from "../../protocol/methods.ts";
import { handle, type Handlers } from "./context.ts";
import type { FirstMethod } from "./first.ts";
import { readHandlers } from "./reads.ts";
import { showHandlers } from "./show.ts";
import { signHandlers } from "./sign.ts";
import { acctAddPasskey as acctAddPasskeyMethod } from "../../protocol/methods/account/acct_add_passkey.ts";
import { acctAddRecoveryAddress as acctAddRecoveryAddressMethod } from "../../protocol/methods/account/acct_add_recovery_address.ts";
import { acctRemoveOwner as acctRemoveOwnerMethod } from "../../protocol/methods/account/acct_remove_owner.ts";
import { acctExportAccount as acctExportAccountMethod } from "../../protocol/methods/account/acct_export_account.ts";
import { acctGetOwners as acctGetOwnersMethod } from "../../protocol/methods/account/acct_get_owners.ts";
import { acctUpgradeAccount as acctUpgradeAccountMethod } from "../../protocol/methods/account/acct_upgrade_account.ts";
import { walletGetGrantedExecutionPermissions as walletGetGrantedExecutionPermissionsMethod } from "../../protocol/methods/permissions/wallet_get_granted_execution_permissions.ts";
import { walletGetPermissions as walletGetPermissionsMethod } from "../../protocol/methods/permissions/wallet_get_permissions.ts";
import { walletPrepareCalls as walletPrepareCallsMethod } from "../../protocol/methods/calls/wallet_prepare_calls.ts";
import { walletSendPreparedCalls as walletSendPreparedCallsMethod } from "../../protocol/methods/calls/wallet_send_prepared_calls.ts";

type Engine = Omit<typeof import("./engine.ts"), "answerExecution">;

/** Runs a handler that needs the account code, which is loaded on first use. */
function engine<K extends keyof Engine>(name: K): Engine[K] {
  const run = async (...given: unknown[]) =>
    ((await import("./engine.ts"))[name] as (...given: unknown[]) => unknown)(...given);
  return run as Engine[K];
}

/** Methods whose handlers are a piece of their own, which follows a session. */
export const checkedMethods = [
  "eth_sendTransaction",
  "eth_signTypedData_v4",
  "wallet_grantPermissions",
  "wallet_requestExecutionPermissions",
  "wallet_revokeExecutionPermission",
  "wallet_revokePermissions",
  "wallet_sendCalls",
  "wallet_sign",
] as const;

/** Handler of each other method that prompts or reads. */
export const connectedHandlers: Handlers<
  Exclude<MethodName, FirstMethod | typeof checkedMethods[number]>,
  "session"
> = {
  ...readHandlers,
  ...showHandlers,
  ...signHandlers,
  acct_addPasskey: handle(acctAddPasskeyMethod, engine("acctAddPasskey")),
  acct_addRecoveryAddress: handle(acctAddRecoveryAddressMethod, engine("acctAddRecoveryAddress")),
  acct_removeOwner: handle(acctRemoveOwnerMethod, engine("acctRemoveOwner")),
  acct_exportAccount: handle(acctExportAccountMethod, engine("acctExportAccount")),
  acct_upgradeAccount: handle(acctUpgradeAccountMethod, engine("acctUpgradeAccount")),
  acct_getOwners: handle(acctGetOwnersMethod, engine("acctGetOwners")),
  wallet_getGrantedExecutionPermissions: handle(
    walletGetGrantedExecutionPermissionsMethod,
    engine("walletGetGrantedExecutionPermissions"),
  ),
  wallet_getPermissions: handle(walletGetPermissionsMethod, engine("walletGetPermissions")),
  wallet_prepareCalls: handle(walletPrepareCallsMethod, engine("walletPrepareCalls")),
  wallet_sendPreparedCalls: handle(
    walletSendPreparedCallsMethod,
    engine("walletSendPreparedCalls"),
  ),
};
