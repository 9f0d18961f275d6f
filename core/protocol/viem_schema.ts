/** Lists the provider's methods in viem's format. @module */
import type { MethodSchema } from "./rpc_schema.ts";

/** A method in viem's format. */
export interface MethodEntry<M extends keyof MethodSchema> {
  /** Its name. */
  readonly Method: M;
  /** Its parameters. */
  readonly Parameters: MethodSchema[M]["params"];
  /** Its result. */
  readonly ReturnType: MethodSchema[M]["result"];
}

/**
 * All methods in viem's format, for typed clients.
 *
 * @example
 * ```ts ignore
 * import { createClient, custom, rpcSchema } from "viem";
 * import type { AcctRpcSchema } from "@sdk/core";
 *
 * const client = createClient({
 *   transport: custom(provider),
 *   rpcSchema: rpcSchema<AcctRpcSchema>(),
 * });
 * const assets = await client.request({ method: "wallet_getAssets", params: [{}] });
 * ```
 */
export type AcctRpcSchema = readonly [
  MethodEntry<"acct_getOwners">,
  MethodEntry<"acct_exportAccount">,
  MethodEntry<"acct_addPasskey">,
  MethodEntry<"acct_addRecoveryAddress">,
  MethodEntry<"acct_removeOwner">,
  MethodEntry<"acct_showAccount">,
  MethodEntry<"eth_accounts">,
  MethodEntry<"eth_requestAccounts">,
  MethodEntry<"eth_coinbase">,
  MethodEntry<"eth_chainId">,
  MethodEntry<"net_version">,
  MethodEntry<"eth_sendTransaction">,
  MethodEntry<"eth_signTypedData_v4">,
  MethodEntry<"personal_sign">,
  MethodEntry<"wallet_connect">,
  MethodEntry<"wallet_disconnect">,
  MethodEntry<"wallet_getAssets">,
  MethodEntry<"wallet_getCallsHistory">,
  MethodEntry<"wallet_getCallsStatus">,
  MethodEntry<"wallet_getCapabilities">,
  MethodEntry<"wallet_getPermissions">,
  MethodEntry<"wallet_grantPermissions">,
  MethodEntry<"wallet_getSupportedExecutionPermissions">,
  MethodEntry<"wallet_prepareCalls">,
  MethodEntry<"wallet_requestExecutionPermissions">,
  MethodEntry<"wallet_revokePermissions">,
  MethodEntry<"wallet_sendCalls">,
  MethodEntry<"wallet_sendPreparedCalls">,
  MethodEntry<"wallet_showCallsStatus">,
  MethodEntry<"wallet_sign">,
  MethodEntry<"wallet_switchEthereumChain">,
];
