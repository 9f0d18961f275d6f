/**
 * Lists the handlers whose parameters need much code to check: calls, typed data and permissions. It
 * follows a session as a piece of its own, so that connecting does not wait for it.
 *
 * @module
 */
import { ethSendTransaction as ethSendTransactionMethod } from "../../protocol/methods/calls/eth_send_transaction.ts";
import { walletSendCalls as walletSendCallsMethod } from "../../protocol/methods/calls/wallet_send_calls.ts";
import { ethSignTypedDataV4 as ethSignTypedDataV4Method } from "../../protocol/methods/signing/eth_sign_typed_data_v4.ts";
import { walletSign as walletSignMethod } from "../../protocol/methods/signing/wallet_sign.ts";
import type { checkedMethods } from "./connected.ts";
import { handle, type Handlers } from "./context.ts";
import { permissionHandlers } from "./permissions.ts";
import { ethSendTransaction, walletSendCalls } from "./send.ts";
import { ethSignTypedDataV4, walletSign } from "./sign_typed.ts";

/** Handler of each of them. */
export const checkedHandlers: Handlers<typeof checkedMethods[number], "checks"> = {
  ...permissionHandlers,
  eth_sendTransaction: handle(ethSendTransactionMethod, ethSendTransaction),
  eth_signTypedData_v4: handle(ethSignTypedDataV4Method, ethSignTypedDataV4),
  wallet_sendCalls: handle(walletSendCallsMethod, walletSendCalls),
  wallet_sign: handle(walletSignMethod, walletSign),
};
