/** Every method that the session cannot answer, and who does. @module */
import type { Handler } from "./rpc/context.ts";
import { acctShowAccount } from "./rpc/acct_show_account.ts";
import { ethCoinbase } from "./rpc/eth_coinbase.ts";
import { ethSignTypedData } from "./rpc/eth_sign_typed_data.ts";
import { netVersion } from "./rpc/net_version.ts";
import { chainRead, serviceRead } from "./rpc/pass_through.ts";
import { walletGrantPermissions } from "./rpc/wallet_grant_permissions.ts";
import {
  walletGetSupportedExecutionPermissions,
  walletRequestExecutionPermissions,
} from "./rpc/wallet_request_execution_permissions.ts";
import { walletRevokePermissions } from "./rpc/wallet_revoke_permissions.ts";
import { personalSign } from "./rpc/personal_sign.ts";
import { walletConnect } from "./rpc/wallet_connect.ts";
import { ethSendTransaction, walletSendCalls } from "./rpc/wallet_send_calls.ts";
import { walletShowCallsStatus } from "./rpc/wallet_show_calls_status.ts";
import { walletSign } from "./rpc/wallet_sign.ts";
import type { MethodSchema } from "../protocol/rpc_schema.ts";
import type { SessionMethod } from "./session_methods.ts";

/** A method whose code comes with the first use: no click waits for it, since it opens no window. */
function later(name: keyof typeof import("./rpc/later.ts")): Handler {
  return async (context, params) => (await import("./rpc/later.ts"))[name](context, params);
}

/** Who answers which of them. */
export const handlers: Readonly<Record<Exclude<keyof MethodSchema, SessionMethod>, Handler>> = {
  acct_getOwners: later("acctGetOwners"),
  acct_exportAccount: later("acctExportAccount"),
  acct_addPasskey: later("acctAddPasskey"),
  acct_addRecoveryAddress: later("acctAddRecoveryAddress"),
  acct_removeOwner: later("acctRemoveOwner"),
  acct_showAccount: acctShowAccount,
  eth_coinbase: ethCoinbase,
  eth_sendTransaction: ethSendTransaction,
  eth_signTypedData_v4: ethSignTypedData,
  net_version: netVersion,
  personal_sign: personalSign,
  wallet_connect: walletConnect,
  wallet_getCallsStatus: later("walletGetCallsStatus"),
  wallet_getCapabilities: serviceRead("wallet_getCapabilities"),
  wallet_getAssets: later("walletGetAssets"),
  wallet_getCallsHistory: later("walletGetCallsHistory"),
  wallet_getPermissions: later("walletGetPermissions"),
  wallet_getSupportedExecutionPermissions: walletGetSupportedExecutionPermissions,
  wallet_grantPermissions: walletGrantPermissions,
  wallet_prepareCalls: later("walletPrepareCalls"),
  wallet_requestExecutionPermissions: walletRequestExecutionPermissions,
  wallet_revokePermissions: walletRevokePermissions,
  wallet_sendCalls: walletSendCalls,
  wallet_sendPreparedCalls: later("walletSendPreparedCalls"),
  wallet_showCallsStatus: walletShowCallsStatus,
  wallet_sign: walletSign,
  wallet_switchEthereumChain: later("walletSwitchChain"),
};

/** `eth_*` methods that would sign with a node's own keys or need state at the node. */
const refused = [
  "eth_sign",
  "eth_signTransaction",
  "eth_signTypedData",
  "eth_signTypedData_v3",
  "eth_sendRawTransaction",
  "eth_subscribe",
  "eth_unsubscribe",
];

function isOwn(method: string): method is keyof typeof handlers {
  return Object.hasOwn(handlers, method);
}

/** Who answers a method, or `null` if nobody does. */
export function handlerOf(method: string): Handler | null {
  if (isOwn(method)) return handlers[method];
  if (/^eth_[a-zA-Z]+$/.test(method) && !refused.includes(method)) return chainRead(method);
  return null;
}
