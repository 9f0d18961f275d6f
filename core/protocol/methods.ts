/** Collects the types of all provider methods, which are defined under `methods/`. @module */
import type { ChainReadName, ChainReadSchema } from "./chain_reads.ts";
import type { AcctAddPasskey } from "./methods/account/acct_add_passkey.ts";
import type { AcctAddRecoveryAddress } from "./methods/account/acct_add_recovery_address.ts";
import type { AcctExportAccount } from "./methods/account/acct_export_account.ts";
import type { AcctGetOwners } from "./methods/account/acct_get_owners.ts";
import type { AcctOpenWallet } from "./methods/account/acct_open_wallet.ts";
import type { AcctRemoveOwner } from "./methods/account/acct_remove_owner.ts";
import type { AcctUpgradeAccount } from "./methods/account/acct_upgrade_account.ts";
import type { AcctShowAccount } from "./methods/account/acct_show_account.ts";
import type { WalletGetAssets } from "./methods/account/wallet_get_assets.ts";
import type { WalletWatchAsset } from "./methods/account/wallet_watch_asset.ts";
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
import type { WalletGetGrantedExecutionPermissions } from "./methods/permissions/wallet_get_granted_execution_permissions.ts";
import type { WalletGetPermissions } from "./methods/permissions/wallet_get_permissions.ts";
import type { WalletGetSupportedExecutionPermissions } from "./methods/permissions/wallet_get_supported_execution_permissions.ts";
import type { WalletGrantPermissions } from "./methods/permissions/wallet_grant_permissions.ts";
import type { WalletRequestExecutionPermissions } from "./methods/permissions/wallet_request_execution_permissions.ts";
import type { WalletRequestPermissions } from "./methods/connection/wallet_request_permissions.ts";
import type { WalletRevokeExecutionPermission } from "./methods/permissions/wallet_revoke_execution_permission.ts";
import type { WalletRevokePermissions } from "./methods/permissions/wallet_revoke_permissions.ts";
import type { EthSignTypedDataV4 } from "./methods/signing/eth_sign_typed_data_v4.ts";
import type { PersonalSign } from "./methods/signing/personal_sign.ts";
import type { WalletSign } from "./methods/signing/wallet_sign.ts";

export type {
  ChainRead,
  ChainReadEntry,
  ChainReadName,
  ChainReadParams,
  ChainReadSchema,
} from "./chain_reads.ts";
export type {
  AcctAddPasskey,
  AcctAddRecoveryAddress,
  AcctExportAccount,
  AcctGetOwners,
  AcctOpenWallet,
  AcctRemoveOwner,
  AcctShowAccount,
  AcctUpgradeAccount,
  EthAccounts,
  EthChainId,
  EthCoinbase,
  EthRequestAccounts,
  EthSendTransaction,
  EthSignTypedDataV4,
  NetVersion,
  PersonalSign,
  WalletAddEthereumChain,
  WalletConnect,
  WalletDisconnect,
  WalletGetAssets,
  WalletGetCallsHistory,
  WalletGetCallsStatus,
  WalletGetCapabilities,
  WalletGetGrantedExecutionPermissions,
  WalletGetPermissions,
  WalletGetSupportedExecutionPermissions,
  WalletGrantPermissions,
  WalletPrepareCalls,
  WalletRequestExecutionPermissions,
  WalletRequestPermissions,
  WalletRevokeExecutionPermission,
  WalletRevokePermissions,
  WalletSendCalls,
  WalletSendPreparedCalls,
  WalletShowCallsStatus,
  WalletSign,
  WalletSwitchEthereumChain,
  WalletWatchAsset,
};
export type { WatchAssetRequest } from "./methods/account/wallet_watch_asset.ts";

/** Parameters and result of each method of the wallet; for reads of the chain see {@linkcode ChainReadSchema}. */
export interface MethodSchema {
  /** Adds another passkey (AppSpecific mode). */
  readonly acct_addPasskey: AcctAddPasskey;
  /** Adds an address as an owner (AppSpecific mode). */
  readonly acct_addRecoveryAddress: AcctAddRecoveryAddress;
  /** Exports the data that is needed to use the account without a service. */
  readonly acct_exportAccount: AcctExportAccount;
  /** Lists the account's owners, and the progress of changes per chain. */
  readonly acct_getOwners: AcctGetOwners;
  /** Opens the wallet home in a window. */
  readonly acct_openWallet: AcctOpenWallet;
  /** Removes an owner by its bytes, on every chain (AppSpecific mode). */
  readonly acct_removeOwner: AcctRemoveOwner;
  /** Shows the account, to switch networks or to disconnect. */
  readonly acct_showAccount: AcctShowAccount;
  /** Updates the account's code on one chain to the newest version (AppSpecific mode). */
  readonly acct_upgradeAccount: AcctUpgradeAccount;
  /** Lists the balances of an account on all chains. */
  readonly wallet_getAssets: WalletGetAssets;
  /** Shows a token among the balances. */
  readonly wallet_watchAsset: WalletWatchAsset;
  /** Sends one call and waits for its transaction. */
  readonly eth_sendTransaction: EthSendTransaction;
  /** Lists the bundles that an account sent, page by page. */
  readonly wallet_getCallsHistory: WalletGetCallsHistory;
  /** Returns the status of a bundle. */
  readonly wallet_getCallsStatus: WalletGetCallsStatus;
  /** Prepares calls that the dApp's own key signs. */
  readonly wallet_prepareCalls: WalletPrepareCalls;
  /** Sends calls as one atomic batch. */
  readonly wallet_sendCalls: WalletSendCalls;
  /** Sends prepared calls, signed. */
  readonly wallet_sendPreparedCalls: WalletSendPreparedCalls;
  /** Shows the status of a bundle to the user. */
  readonly wallet_showCallsStatus: WalletShowCallsStatus;
  /** Returns the connected account. */
  readonly eth_accounts: EthAccounts;
  /** Returns the current chain id in hex. */
  readonly eth_chainId: EthChainId;
  /** Returns the connected account, or `null`. */
  readonly eth_coinbase: EthCoinbase;
  /** Connects, unless the dApp is connected. */
  readonly eth_requestAccounts: EthRequestAccounts;
  /** Returns the current chain id as a decimal string. */
  readonly net_version: NetVersion;
  /** Accepts a chain that the service supports. */
  readonly wallet_addEthereumChain: WalletAddEthereumChain;
  /** Connects with capabilities. */
  readonly wallet_connect: WalletConnect;
  /** Closes the session. */
  readonly wallet_disconnect: WalletDisconnect;
  /** Returns the capabilities of the wallet per chain. */
  readonly wallet_getCapabilities: WalletGetCapabilities;
  /** Connects, in the form of EIP-2255. */
  readonly wallet_requestPermissions: WalletRequestPermissions;
  /** Makes another chain the current one. */
  readonly wallet_switchEthereumChain: WalletSwitchEthereumChain;
  /** Lists the permissions that are not revoked, in ERC-7715's format. */
  readonly wallet_getGrantedExecutionPermissions: WalletGetGrantedExecutionPermissions;
  /** Lists the permissions that an account granted on a chain. */
  readonly wallet_getPermissions: WalletGetPermissions;
  /** Returns the supported permissions of ERC-7715 per chain. */
  readonly wallet_getSupportedExecutionPermissions: WalletGetSupportedExecutionPermissions;
  /** Grants a permission and waits until it is confirmed. */
  readonly wallet_grantPermissions: WalletGrantPermissions;
  /** Grants permissions in ERC-7715's format. */
  readonly wallet_requestExecutionPermissions: WalletRequestExecutionPermissions;
  /** Revokes a permission of ERC-7715's methods. */
  readonly wallet_revokeExecutionPermission: WalletRevokeExecutionPermission;
  /** Revokes a permission and waits until it is confirmed. */
  readonly wallet_revokePermissions: WalletRevokePermissions;
  /** Signs typed data. */
  readonly eth_signTypedData_v4: EthSignTypedDataV4;
  /** Signs a message. */
  readonly personal_sign: PersonalSign;
  /** Signs a message or typed data with the account of a given chain. */
  readonly wallet_sign: WalletSign;
}

/** Name of a method in {@linkcode MethodSchema}. */
export type MethodName = keyof MethodSchema;

/** Name of a method that `request` completes: the wallet's own methods, and chain reads. */
export type RequestName = MethodName | ChainReadName;

/** Parameters of a method. */
export type MethodParams<M extends RequestName> = M extends MethodName
  ? NonNullable<MethodSchema[M]["params"]>
  : M extends ChainReadName ? ChainReadSchema[M]["params"]
  : never;

/** Result of a method. */
export type MethodResult<M extends RequestName> = M extends MethodName ? MethodSchema[M]["result"]
  : M extends ChainReadName ? ChainReadSchema[M]["result"]
  : never;

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
