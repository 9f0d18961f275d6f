/** Lists the handlers without a prompt that few dApps use, with the code of accounts. @module */
import { walletPrepareCalls as walletPrepareCallsMethod } from "../../protocol/methods/calls/wallet_prepare_calls.ts";
import { walletSendPreparedCalls as walletSendPreparedCallsMethod } from "../../protocol/methods/calls/wallet_send_prepared_calls.ts";
import { walletGetGrantedExecutionPermissions as walletGetGrantedExecutionPermissionsMethod } from "../../protocol/methods/permissions/wallet_get_granted_execution_permissions.ts";
import { walletGetSupportedExecutionPermissions as walletGetSupportedExecutionPermissionsMethod } from "../../protocol/methods/permissions/wallet_get_supported_execution_permissions.ts";
import { acctExportAccount as acctExportAccountMethod } from "../../protocol/methods/account/acct_export_account.ts";
import { acctGetOwners as acctGetOwnersMethod } from "../../protocol/methods/account/acct_get_owners.ts";
import { acctOpenWallet as acctOpenWalletMethod } from "../../protocol/methods/account/acct_open_wallet.ts";
import { acctOpenWallet } from "../window/open_home.ts";
import type { laterMethods } from "./connected.ts";
import { handle, type Handlers } from "./context.ts";
import {
  walletGetGrantedExecutionPermissions,
  walletGetSupportedExecutionPermissions,
} from "./list_permissions.ts";
import { acctExportAccount, acctGetOwners } from "./owners.ts";
import { walletPrepareCalls, walletSendPreparedCalls } from "./prepared_calls.ts";

/** Handler of each of them. */
export const laterHandlers: Handlers<typeof laterMethods[number], "later"> = {
  acct_exportAccount: handle(acctExportAccountMethod, acctExportAccount),
  acct_getOwners: handle(acctGetOwnersMethod, acctGetOwners),
  acct_openWallet: handle(acctOpenWalletMethod, acctOpenWallet),
  wallet_getGrantedExecutionPermissions: handle(
    walletGetGrantedExecutionPermissionsMethod,
    walletGetGrantedExecutionPermissions,
  ),
  wallet_getSupportedExecutionPermissions: handle(
    walletGetSupportedExecutionPermissionsMethod,
    walletGetSupportedExecutionPermissions,
  ),
  wallet_prepareCalls: handle(walletPrepareCallsMethod, walletPrepareCalls),
  wallet_sendPreparedCalls: handle(walletSendPreparedCallsMethod, walletSendPreparedCalls),
};
