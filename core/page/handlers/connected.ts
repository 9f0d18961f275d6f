/** Handlers that are loaded with a session, or with the first read. @module */
import type { MethodName } from "../../protocol/methods.ts";
import { handle, type Handlers } from "./context.ts";
import type { FirstMethod } from "./first.ts";
import {
  walletGrantPermissions,
  walletRequestExecutionPermissions,
  walletRevokePermissions,
} from "./permissions.ts";
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
import { walletGrantPermissions as walletGrantPermissionsMethod } from "../../protocol/methods/permissions/wallet_grant_permissions.ts";
import { walletRequestExecutionPermissions as walletRequestExecutionPermissionsMethod } from "../../protocol/methods/permissions/wallet_request_execution_permissions.ts";
import { walletRevokePermissions as walletRevokePermissionsMethod } from "../../protocol/methods/permissions/wallet_revoke_permissions.ts";
import { walletAddEthereumChain as walletAddEthereumChainMethod } from "../../protocol/methods/connection/wallet_add_ethereum_chain.ts";
import { walletSwitchEthereumChain as walletSwitchEthereumChainMethod } from "../../protocol/methods/connection/wallet_switch_ethereum_chain.ts";
import { acctAddPasskey as acctAddPasskeyMethod } from "../../protocol/methods/account/acct_add_passkey.ts";
import { acctAddRecoveryAddress as acctAddRecoveryAddressMethod } from "../../protocol/methods/account/acct_add_recovery_address.ts";
import { acctRemoveOwner as acctRemoveOwnerMethod } from "../../protocol/methods/account/acct_remove_owner.ts";

import { ethSendTransaction, walletSendCalls } from "./send.ts";
import { acctShowAccount, walletShowCallsStatus } from "./show.ts";
import { ethSignTypedDataV4, personalSign, walletSign } from "./sign.ts";
import { ethSendTransaction as ethSendTransactionMethod } from "../../protocol/methods/calls/eth_send_transaction.ts";
import { walletSendCalls as walletSendCallsMethod } from "../../protocol/methods/calls/wallet_send_calls.ts";
import { walletShowCallsStatus as walletShowCallsStatusMethod } from "../../protocol/methods/calls/wallet_show_calls_status.ts";
import { acctShowAccount as acctShowAccountMethod } from "../../protocol/methods/account/acct_show_account.ts";
import { ethSignTypedDataV4 as ethSignTypedDataV4Method } from "../../protocol/methods/signing/eth_sign_typed_data_v4.ts";
import { personalSign as personalSignMethod } from "../../protocol/methods/signing/personal_sign.ts";
import { walletSign as walletSignMethod } from "../../protocol/methods/signing/wallet_sign.ts";

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

/** Handler of each method that prompts or reads. */
export const connectedHandlers: Handlers<
  Exclude<MethodName, FirstMethod>,
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
  wallet_grantPermissions: handle(walletGrantPermissionsMethod, walletGrantPermissions),
  wallet_requestExecutionPermissions: handle(
    walletRequestExecutionPermissionsMethod,
    walletRequestExecutionPermissions,
  ),
  wallet_revokePermissions: handle(walletRevokePermissionsMethod, walletRevokePermissions),
  wallet_switchEthereumChain: handle(walletSwitchEthereumChainMethod, walletSwitchEthereumChain),
  acct_addPasskey: handle(acctAddPasskeyMethod, engine("acctAddPasskey")),
  acct_addRecoveryAddress: handle(acctAddRecoveryAddressMethod, engine("acctAddRecoveryAddress")),
  acct_removeOwner: handle(acctRemoveOwnerMethod, engine("acctRemoveOwner")),
  eth_sendTransaction: handle(ethSendTransactionMethod, ethSendTransaction),
  wallet_sendCalls: handle(walletSendCallsMethod, walletSendCalls),
  wallet_showCallsStatus: handle(walletShowCallsStatusMethod, walletShowCallsStatus),
  acct_showAccount: handle(acctShowAccountMethod, acctShowAccount),
  eth_signTypedData_v4: handle(ethSignTypedDataV4Method, ethSignTypedDataV4),
  personal_sign: handle(personalSignMethod, personalSign),
  wallet_sign: handle(walletSignMethod, walletSign),
  acct_exportAccount: handle(acctExportAccountMethod, engine("acctExportAccount")),
  acct_getOwners: handle(acctGetOwnersMethod, engine("acctGetOwners")),
  wallet_getPermissions: handle(walletGetPermissionsMethod, engine("walletGetPermissions")),
  wallet_prepareCalls: handle(walletPrepareCallsMethod, engine("walletPrepareCalls")),
  wallet_sendPreparedCalls: handle(
    walletSendPreparedCallsMethod,
    engine("walletSendPreparedCalls"),
  ),
};
