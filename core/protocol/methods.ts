/** Collects the types of all provider methods, which are defined under `methods/`. @module */
import type { AcctAddPasskey } from "./methods/account/acct_add_passkey.ts";
import type { AcctAddRecoveryAddress } from "./methods/account/acct_add_recovery_address.ts";
import type { AcctExportAccount } from "./methods/account/acct_export_account.ts";
import type { AcctGetOwners } from "./methods/account/acct_get_owners.ts";
import type { AcctRemoveOwner } from "./methods/account/acct_remove_owner.ts";
import type { AcctShowAccount } from "./methods/account/acct_show_account.ts";
import type { WalletGetAssets } from "./methods/account/wallet_get_assets.ts";
import type { EthSendTransaction } from "./methods/calls/eth_send_transaction.ts";
import type { WalletGetCallsHistory } from "./methods/calls/wallet_get_calls_history.ts";
import type { WalletGetCallsStatus } from "./methods/calls/wallet_get_calls_status.ts";
import type { WalletPrepareCalls } from "./methods/calls/wallet_prepare_calls.ts";
import type { WalletSendCalls } from "./methods/calls/wallet_send_calls.ts";
import type { WalletSendPreparedCalls } from "./methods/calls/wallet_send_prepared_calls.ts";
import type { WalletShowCallsStatus } from "./methods/calls/wallet_show_calls_status.ts";
import type { EthAccounts } from "./methods/connection/eth_accounts.ts";
import type { EthChainId } from "./methods/connection/eth_chain_id.ts";
import type { EthCoinbase } from "./methods/connection/eth_coinbase.ts";
import type { EthRequestAccounts } from "./methods/connection/eth_request_accounts.ts";
import type { NetVersion } from "./methods/connection/net_version.ts";
import type { WalletAddEthereumChain } from "./methods/connection/wallet_add_ethereum_chain.ts";
import type { WalletConnect } from "./methods/connection/wallet_connect.ts";
import type { WalletDisconnect } from "./methods/connection/wallet_disconnect.ts";
import type { WalletGetCapabilities } from "./methods/connection/wallet_get_capabilities.ts";
import type { WalletSwitchEthereumChain } from "./methods/connection/wallet_switch_ethereum_chain.ts";
import type { WalletGetPermissions } from "./methods/permissions/wallet_get_permissions.ts";
import type { WalletGetSupportedExecutionPermissions } from "./methods/permissions/wallet_get_supported_execution_permissions.ts";
import type { WalletGrantPermissions } from "./methods/permissions/wallet_grant_permissions.ts";
import type { WalletRequestExecutionPermissions } from "./methods/permissions/wallet_request_execution_permissions.ts";
import type { WalletRevokePermissions } from "./methods/permissions/wallet_revoke_permissions.ts";
import type { EthSignTypedDataV4 } from "./methods/signing/eth_sign_typed_data_v4.ts";
import type { PersonalSign } from "./methods/signing/personal_sign.ts";
import type { WalletSign } from "./methods/signing/wallet_sign.ts";

/** Parameters and result of each method; other `eth_*` reads are forwarded to the chain. */
export interface MethodSchema {
  readonly acct_addPasskey: AcctAddPasskey;
  readonly acct_addRecoveryAddress: AcctAddRecoveryAddress;
  readonly acct_exportAccount: AcctExportAccount;
  readonly acct_getOwners: AcctGetOwners;
  readonly acct_removeOwner: AcctRemoveOwner;
  readonly acct_showAccount: AcctShowAccount;
  readonly wallet_getAssets: WalletGetAssets;
  readonly eth_sendTransaction: EthSendTransaction;
  readonly wallet_getCallsHistory: WalletGetCallsHistory;
  readonly wallet_getCallsStatus: WalletGetCallsStatus;
  readonly wallet_prepareCalls: WalletPrepareCalls;
  readonly wallet_sendCalls: WalletSendCalls;
  readonly wallet_sendPreparedCalls: WalletSendPreparedCalls;
  readonly wallet_showCallsStatus: WalletShowCallsStatus;
  readonly eth_accounts: EthAccounts;
  readonly eth_chainId: EthChainId;
  readonly eth_coinbase: EthCoinbase;
  readonly eth_requestAccounts: EthRequestAccounts;
  readonly net_version: NetVersion;
  readonly wallet_addEthereumChain: WalletAddEthereumChain;
  readonly wallet_connect: WalletConnect;
  readonly wallet_disconnect: WalletDisconnect;
  readonly wallet_getCapabilities: WalletGetCapabilities;
  readonly wallet_switchEthereumChain: WalletSwitchEthereumChain;
  readonly wallet_getPermissions: WalletGetPermissions;
  readonly wallet_getSupportedExecutionPermissions: WalletGetSupportedExecutionPermissions;
  readonly wallet_grantPermissions: WalletGrantPermissions;
  readonly wallet_requestExecutionPermissions: WalletRequestExecutionPermissions;
  readonly wallet_revokePermissions: WalletRevokePermissions;
  readonly eth_signTypedData_v4: EthSignTypedDataV4;
  readonly personal_sign: PersonalSign;
  readonly wallet_sign: WalletSign;
}

/** Name of a method in {@linkcode MethodSchema}. */
export type MethodName = keyof MethodSchema;

/** Parameters of a method; `unknown` for forwarded ones. */
export type MethodParams<M extends string> = M extends MethodName
  ? NonNullable<MethodSchema[M]["params"]>
  : unknown;

/** Result of a method; `unknown` for forwarded ones. */
export type MethodResult<M extends string> = M extends MethodName ? MethodSchema[M]["result"]
  : unknown;

/** A method in viem's format. */
export interface MethodEntry<M extends MethodName> {
  /** Name of the method. */
  readonly Method: M;
  /** Parameters of the method. */
  readonly Parameters: MethodSchema[M]["params"];
  /** Result of the method. */
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
export type AcctRpcSchema = readonly {
  readonly [M in MethodName]: MethodEntry<M>;
}[MethodName][];
