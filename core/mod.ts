/**
 * Smart-account wallets secured by passkeys: the EIP-1193 provider and the types around it.
 *
 * @example Connect, and send a call that the app's paymaster sponsors
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
export {
  AcctError,
  type Cause,
  type CauseRow,
  causes,
  type ErrorData,
  type ErrorOptions,
} from "./ground/errors.ts";
export type { EventMap, EventName, Listener } from "./protocol/events.ts";
export type {
  AcctOptions,
  LinkView,
  Preference,
  PreferenceOptions,
  ShowLink,
  Transport,
} from "./page/options/options.ts";
export { Mode } from "./ground/mode.ts";
export type {
  ListenerFn,
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
export type { FeeTokenJson } from "./wire/fees.ts";
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
export type { RevokePermissionApiResponse } from "./protocol/methods/permissions/wallet_revoke_permissions.ts";
export type { TypedDataRequest } from "./protocol/methods/signing/eth_sign_typed_data_v4.ts";
export type { SignRequest } from "./protocol/methods/signing/wallet_sign.ts";
export type { AgentTerms } from "./permission/agent/terms.ts";
export type { ArgumentRule } from "./permission/limits/argument_rules.ts";
export type { RuleDetail, RuleKind } from "./permission/limits/rules.ts";
export type {
  CallPermissionDetail,
  GrantedCallDetail,
  ListedPermission,
  PermissionsDetail,
  SpendPermissionDetail,
  WalletGrantPermissionsResponse,
} from "./permission/details.ts";
export type { CallsStatusJson } from "./wire/calls_status.ts";
export type { AssetJson, GetAssetsParams } from "./wire/assets.ts";
export type { CallsHistoryItemJson } from "./wire/history.ts";
export type { Storage } from "./lib/storage.ts";
export { type ApiKey, type Hosts, hostsOf, parseApiKey } from "./ground/api_key.ts";
export type { Address, Hex } from "./lib/hex.ts";
export type { SpendUnit } from "./permission/limits/period.ts";
export type { PaymasterOption } from "./fee/paymaster.ts";
export type { OwnerSigner, OwnerTypedData } from "./account/to_sign.ts";
export type {
  OwnerChainView,
  OwnersView,
  OwnerView,
} from "./protocol/methods/account/acct_get_owners.ts";
export type { ErrorView } from "./dialog/common.ts";
export type { JawTheme, Theme } from "./dialog/theme.ts";
export type { UIHandler, UIHandlerConfig } from "./dialog/handler.ts";
export type { ExportedAccount } from "./account/owners/record.ts";
export type {
  OwnerChangeJson,
  OwnerJson,
  OwnerKind,
  OwnerStepJson,
  RecoveryJson,
} from "./wire/owners.ts";
