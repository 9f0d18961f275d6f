/**
 * Smart-account wallets secured by passkeys: the EIP-1193 provider and the types around it.
 *
 * @example Connect, and send what the app's paymaster pays for
 * ```ts
 * import { Acct } from "@sdk/core";
 *
 * export async function buy(apiKey: string, shop: `0x${string}`): Promise<unknown> {
 *   const { provider } = Acct.create({ apiKey, appName: "My shop" });
 *   await provider.request({ method: "eth_requestAccounts" });
 *   return await provider.request({
 *     method: "wallet_sendCalls",
 *     params: [{ version: "2.0.0", chainId: "0x2105", calls: [{ to: shop, value: "0x1" }] }],
 *   });
 * }
 * ```
 *
 * @module
 */
export { Acct, type AcctInstance } from "./acct.ts";
export { AcctError, type Cause, type CauseRow, causes, type ErrorData } from "./protocol/errors.ts";
export type { EventMap, EventName, Listener } from "./protocol/events.ts";
export { type AcctOptions, Mode, type Preference, type Transport } from "./page/options.ts";
export type {
  ListenFn,
  OverrideArguments,
  ProviderInterface,
  RequestArguments,
  RequestFn,
  RequestOptions,
  RequestOverride,
  RequestParams,
} from "./protocol/provider_types.ts";
export type * from "./protocol/methods.ts";
export type {
  AbiCapability,
  CallCapabilities,
  CapabilitiesOf,
  PaymasterServiceCapability,
  RequestCapabilities,
  SendCallsCapabilities,
  SendCallsRequest,
  UnknownCapability,
} from "./protocol/methods/calls/wallet_send_calls.ts";
export type { SendTransactionRequest } from "./protocol/methods/calls/eth_send_transaction.ts";
export type { AppPermission } from "./protocol/methods/connection/wallet_request_permissions.ts";
export type { AddChainRequest } from "./protocol/methods/connection/wallet_add_ethereum_chain.ts";
export type {
  PreparedCalls,
  PreparedCallsKey,
} from "./protocol/methods/calls/wallet_prepare_calls.ts";
export type { AcctCapabilitiesSchema } from "./protocol/viem_capabilities.ts";
export type { FeeTokenJson } from "./protocol/service/fees.ts";
export type {
  ChainCapabilities,
  WalletGetCapabilitiesResponse,
} from "./protocol/methods/connection/wallet_get_capabilities.ts";
export type {
  Asset,
  AssetFilter,
  AssetType,
  GetAssetsRequest,
  WalletGetAssetsResponse,
} from "./protocol/methods/account/wallet_get_assets.ts";
export type {
  AccountWithCapabilities,
  SignInWithEthereumCapability,
  WalletConnectCapabilities,
  WalletConnectResponse,
} from "./protocol/methods/connection/wallet_connect.ts";
export type {
  AddressesRule,
  AllowancePermissionData,
  ExecutionPermission,
  ExecutionPermissionData,
  ExecutionPermissionRequest,
  ExpiryRule,
  OfToken,
  PeriodicPermissionData,
  StreamPermissionData,
} from "./protocol/methods/permissions/wallet_request_execution_permissions.ts";
export type { RevokeExecutionPermissionRequest } from "./protocol/methods/permissions/wallet_revoke_execution_permission.ts";
export type { GrantedExecutionPermission, GrantedRule } from "./permission/execution_answer.ts";
export type { RevokePermissionApiResponse } from "./protocol/methods/permissions/wallet_revoke_permissions.ts";
export type { TypedDataRequest } from "./protocol/methods/signing/eth_sign_typed_data_v4.ts";
export type { SignRequest } from "./protocol/methods/signing/wallet_sign.ts";
export type { AgentTerms } from "./permission/agent/terms.ts";
export type { ArgumentRule } from "./permission/rules/argument_rules.ts";
export type { RuleDetail, RuleKind } from "./permission/rules/rules.ts";
export type {
  CallPermissionDetail,
  GrantedCallDetail,
  ListedPermission,
  PermissionsDetail,
  SpendPermissionDetail,
  WalletGrantPermissionsResponse,
} from "./permission/details.ts";
export type {
  AssetJson,
  CallsHistoryItemJson,
  CallsStatusJson,
  GetAssetsParams,
} from "./protocol/service/mod.ts";
export type { Storage } from "./lib/storage.ts";
export { type ApiKey, type Hosts, hostsOf, parseApiKey } from "./protocol/api_key.ts";
export type * from "./dialog/types.ts";
export type { ExportedAccount } from "./account/record.ts";
export type {
  OwnerChangeJson,
  OwnerJson,
  OwnerKind,
  OwnerStepJson,
  RecoveryJson,
} from "./protocol/service/owners.ts";
