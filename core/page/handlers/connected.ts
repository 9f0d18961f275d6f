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
import { acctUpgradeAccount as acctUpgradeAccountMethod } from "../../protocol/methods/account/acct_upgrade_account.ts";
import { walletGetPermissions as walletGetPermissionsMethod } from "../../protocol/methods/permissions/wallet_get_permissions.ts";

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

/** Methods without a prompt that few dApps use: their handlers are loaded with the first request. */
export const laterMethods = [
  "acct_openWallet",
  "acct_exportAccount",
  "acct_getOwners",
  "wallet_getGrantedExecutionPermissions",
  "wallet_getSupportedExecutionPermissions",
  "wallet_prepareCalls",
  "wallet_sendPreparedCalls",
] as const;

/** Handler of each other method that prompts or reads. */
export const connectedHandlers: Handlers<
  Exclude<MethodName, FirstMethod | typeof checkedMethods[number] | typeof laterMethods[number]>,
  "session"
> = {
  ...readHandlers,
  ...showHandlers,
  ...signHandlers,
  acct_addPasskey: handle(acctAddPasskeyMethod, engine("acctAddPasskey")),
  acct_addRecoveryAddress: handle(acctAddRecoveryAddressMethod, engine("acctAddRecoveryAddress")),
  acct_removeOwner: handle(acctRemoveOwnerMethod, engine("acctRemoveOwner")),
  acct_upgradeAccount: handle(acctUpgradeAccountMethod, engine("acctUpgradeAccount")),
  wallet_getPermissions: handle(walletGetPermissionsMethod, engine("walletGetPermissions")),
};
