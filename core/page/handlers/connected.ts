/** Handlers that are loaded with a session, or with the first read. @module */
import type { MethodName } from "../../protocol/methods.ts";
import { handle, type Handlers } from "./context.ts";
import type { FirstMethod } from "./first.ts";
import {
  walletAddEthereumChain,
  walletGetAssets,
  walletGetCallsHistory,
  walletGetCallsStatus,
  walletGetCapabilities,
  walletGetSupportedExecutionPermissions,
  walletSwitchEthereumChain,
} from "./reads.ts";
import { walletGetAssets as walletGetAssetsMethod } from "../../protocol/methods/account/wallet_get_assets.ts";
import { walletGetCallsHistory as walletGetCallsHistoryMethod } from "../../protocol/methods/calls/wallet_get_calls_history.ts";
import { walletGetCallsStatus as walletGetCallsStatusMethod } from "../../protocol/methods/calls/wallet_get_calls_status.ts";
import { walletGetCapabilities as walletGetCapabilitiesMethod } from "../../protocol/methods/connection/wallet_get_capabilities.ts";
import { walletGetSupportedExecutionPermissions as walletGetSupportedExecutionPermissionsMethod } from "../../protocol/methods/permissions/wallet_get_supported_execution_permissions.ts";
import { walletAddEthereumChain as walletAddEthereumChainMethod } from "../../protocol/methods/connection/wallet_add_ethereum_chain.ts";
import { walletSwitchEthereumChain as walletSwitchEthereumChainMethod } from "../../protocol/methods/connection/wallet_switch_ethereum_chain.ts";
import { acctAddPasskey as acctAddPasskeyMethod } from "../../protocol/methods/account/acct_add_passkey.ts";
import { acctAddRecoveryAddress as acctAddRecoveryAddressMethod } from "../../protocol/methods/account/acct_add_recovery_address.ts";
import { acctRemoveOwner as acctRemoveOwnerMethod } from "../../protocol/methods/account/acct_remove_owner.ts";

import { acctShowAccount, walletShowCallsStatus } from "./show.ts";
import { personalSign } from "./sign.ts";
import { walletShowCallsStatus as walletShowCallsStatusMethod } from "../../protocol/methods/calls/wallet_show_calls_status.ts";
import { acctShowAccount as acctShowAccountMethod } from "../../protocol/methods/account/acct_show_account.ts";
import { personalSign as personalSignMethod } from "../../protocol/methods/signing/personal_sign.ts";

import { acctExportAccount as acctExportAccountMethod } from "../../protocol/methods/account/acct_export_account.ts";
import { acctGetOwners as acctGetOwnersMethod } from "../../protocol/methods/account/acct_get_owners.ts";
import { walletGetPermissions as walletGetPermissionsMethod } from "../../protocol/methods/permissions/wallet_get_permissions.ts";
import { walletPrepareCalls as walletPrepareCallsMethod } from "../../protocol/methods/calls/wallet_prepare_calls.ts";
import { walletSendPreparedCalls as walletSendPreparedCallsMethod } from "../../protocol/methods/calls/wallet_send_prepared_calls.ts";

type Engine = typeof import("./engine.ts");

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
  "wallet_revokePermissions",
  "wallet_sendCalls",
  "wallet_sign",
] as const;

/** Handler of each other method that prompts or reads. */
export const connectedHandlers: Handlers<
  Exclude<MethodName, FirstMethod | typeof checkedMethods[number]>,
  "session"
> = {
  wallet_addEthereumChain: handle(walletAddEthereumChainMethod, walletAddEthereumChain),
  wallet_getAssets: handle(walletGetAssetsMethod, walletGetAssets),
  wallet_getCallsHistory: handle(walletGetCallsHistoryMethod, walletGetCallsHistory),
  wallet_getCallsStatus: handle(walletGetCallsStatusMethod, walletGetCallsStatus),
  wallet_getCapabilities: handle(walletGetCapabilitiesMethod, walletGetCapabilities),
  wallet_getSupportedExecutionPermissions: handle(
    walletGetSupportedExecutionPermissionsMethod,
    walletGetSupportedExecutionPermissions,
  ),
  wallet_switchEthereumChain: handle(walletSwitchEthereumChainMethod, walletSwitchEthereumChain),
  acct_addPasskey: handle(acctAddPasskeyMethod, engine("acctAddPasskey")),
  acct_addRecoveryAddress: handle(acctAddRecoveryAddressMethod, engine("acctAddRecoveryAddress")),
  acct_removeOwner: handle(acctRemoveOwnerMethod, engine("acctRemoveOwner")),
  wallet_showCallsStatus: handle(walletShowCallsStatusMethod, walletShowCallsStatus),
  acct_showAccount: handle(acctShowAccountMethod, acctShowAccount),
  personal_sign: handle(personalSignMethod, personalSign),
  acct_exportAccount: handle(acctExportAccountMethod, engine("acctExportAccount")),
  acct_getOwners: handle(acctGetOwnersMethod, engine("acctGetOwners")),
  wallet_getPermissions: handle(walletGetPermissionsMethod, engine("walletGetPermissions")),
  wallet_prepareCalls: handle(walletPrepareCallsMethod, engine("walletPrepareCalls")),
  wallet_sendPreparedCalls: handle(
    walletSendPreparedCallsMethod,
    engine("walletSendPreparedCalls"),
  ),
};
