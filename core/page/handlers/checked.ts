/**
 * Lists the handlers whose parameters need much code to check: calls, typed data and permissions. It
 * follows a session as a piece of its own, so that connecting does not wait for it.
 *
 * @module
 */
import { walletGrantPermissions as walletGrantPermissionsMethod } from "../../protocol/methods/permissions/wallet_grant_permissions.ts";
import { walletRequestExecutionPermissions as walletRequestExecutionPermissionsMethod } from "../../protocol/methods/permissions/wallet_request_execution_permissions.ts";
import { walletRevokePermissions as walletRevokePermissionsMethod } from "../../protocol/methods/permissions/wallet_revoke_permissions.ts";
import { ethSendTransaction as ethSendTransactionMethod } from "../../protocol/methods/calls/eth_send_transaction.ts";
import { walletSendCalls as walletSendCallsMethod } from "../../protocol/methods/calls/wallet_send_calls.ts";
import { ethSignTypedDataV4 as ethSignTypedDataV4Method } from "../../protocol/methods/signing/eth_sign_typed_data_v4.ts";
import { walletSign as walletSignMethod } from "../../protocol/methods/signing/wallet_sign.ts";
import type { checkedMethods } from "./connected.ts";
import { handle, type Handlers } from "./context.ts";
import {
  walletGrantPermissions,
  walletRequestExecutionPermissions,
  walletRevokePermissions,
} from "./permissions.ts";
import { ethSendTransaction, walletSendCalls } from "./send.ts";
import { ethSignTypedDataV4, walletSign } from "./sign_typed.ts";

/** Handler of each of them. */
export const checkedHandlers: Handlers<typeof checkedMethods[number], "checks"> = {
  eth_sendTransaction: handle(ethSendTransactionMethod, ethSendTransaction),
  eth_signTypedData_v4: handle(ethSignTypedDataV4Method, ethSignTypedDataV4),
  wallet_grantPermissions: handle(walletGrantPermissionsMethod, walletGrantPermissions),
  wallet_requestExecutionPermissions: handle(
    walletRequestExecutionPermissionsMethod,
    walletRequestExecutionPermissions,
  ),
  wallet_revokePermissions: handle(walletRevokePermissionsMethod, walletRevokePermissions),
  wallet_sendCalls: handle(walletSendCallsMethod, walletSendCalls),
  wallet_sign: handle(walletSignMethod, walletSign),
};
