/** Handlers that are loaded with a session, or with the first read. @module */
import { ethSendTransaction as ethSendTransactionMethod } from "../../protocol/methods/calls/eth_send_transaction.ts";
import { walletSendCalls as walletSendCallsMethod } from "../../protocol/methods/calls/wallet_send_calls.ts";
import type { MethodName } from "../../protocol/methods.ts";
import { ethSignTypedDataV4 as ethSignTypedDataV4Method } from "../../protocol/methods/signing/eth_sign_typed_data_v4.ts";
import { walletSign as walletSignMethod } from "../../protocol/methods/signing/wallet_sign.ts";
import type { Handlers } from "./context.ts";
import { handle } from "../../protocol/schema/handle.ts";
import type { FirstMethod } from "./first.ts";
import { readHandlers } from "./reads.ts";
import { ethSendTransaction, walletSendCalls } from "./send.ts";
import { signHandlers } from "./sign.ts";
import { ethSignTypedDataV4, walletSign } from "./sign_typed.ts";

/** Methods of permissions, whose handlers are a piece of their own: their checks need much code. */
export const permissionMethods = [
  "wallet_getGrantedExecutionPermissions",
  "wallet_getPermissions",
  "wallet_getSupportedExecutionPermissions",
  "wallet_grantPermissions",
  "wallet_requestExecutionPermissions",
  "wallet_revokeExecutionPermission",
  "wallet_revokePermissions",
] as const;

/** Methods that show something, and need no passkey. */
export const showMethods = [
  "acct_showAccount",
  "wallet_showCallsStatus",
  "wallet_watchAsset",
] as const;

/** Reads of an account's assets and history, whose handlers come with the stream of its changes. */
export const readMethods = ["wallet_getAssets", "wallet_getCallsHistory"] as const;

/** Methods of owners, which open no window: pages that own passkeys have dialogs of their own. */
export const ownerMethods = [
  "acct_addPasskey",
  "acct_addRecoveryAddress",
  "acct_exportAccount",
  "acct_getOwners",
  "acct_removeOwner",
  "acct_upgradeAccount",
] as const;

/** Methods of calls that the dApp's own key signs. */
export const preparedMethods = ["wallet_prepareCalls", "wallet_sendPreparedCalls"] as const;

/** Methods that open the wallet's own page. */
export const homeMethods = ["acct_openWallet"] as const;

/** Handler of each other method that prompts or reads. */
export const connectedHandlers: Handlers<
  Exclude<
    MethodName,
    | FirstMethod
    | typeof permissionMethods[number]
    | typeof showMethods[number]
    | typeof readMethods[number]
    | typeof ownerMethods[number]
    | typeof preparedMethods[number]
    | typeof homeMethods[number]
  >,
  "session"
> = {
  ...readHandlers,
  ...signHandlers,
  eth_sendTransaction: handle(ethSendTransactionMethod, ethSendTransaction),
  eth_signTypedData_v4: handle(ethSignTypedDataV4Method, ethSignTypedDataV4),
  wallet_sendCalls: handle(walletSendCallsMethod, walletSendCalls),
  wallet_sign: handle(walletSignMethod, walletSign),
};
