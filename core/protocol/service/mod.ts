/**
 * Defines the protocol between SDK and service. Numbers are hex strings on the wire.
 *
 * `POST /v1/rpc` accepts the methods of `methods/` as JSON-RPC 2.0 (single or batch); `params` is
 * an array with one element, as defined there. `POST /v1/rpc/{chainId}` accepts allow-listed
 * `eth_*` reads. `x-api-key` contains the API key; the wallet host sends the dApp's origin in
 * `x-acct-origin`.
 *
 * @module
 */
import type { Hex } from "../../lib/hex.ts";
import type { WalletGetCapabilities } from "../methods/connection/wallet_get_capabilities.ts";
import type { ClaimNameParams } from "./methods/names/acct_claim_name.ts";
import type { DeletePushSubscriptionParams } from "./methods/acct_delete_push_subscription.ts";
import type { GetAccountParams, GetAccountResult } from "./methods/acct_get_account.ts";
import type { GetApprovalsParams } from "./methods/acct_get_approvals.ts";
import type { GetCredentialParams, GetCredentialResult } from "./methods/acct_get_credential.ts";
import type { GetDescriptorsParams } from "./methods/reads/acct_get_descriptors.ts";
import type { GetDomainParams } from "./methods/names/acct_get_domain.ts";
import type { GetOwnersParams } from "./methods/acct_get_owners.ts";
import type { GetPermissionsParams } from "./methods/acct_get_permissions.ts";
import type { GetItemsParams } from "./methods/reads/acct_get_items.ts";
import type { GetPricesParams, PricesResult } from "./methods/reads/acct_get_prices.ts";
import type { GetTokensParams } from "./methods/acct_get_tokens.ts";
import type { GetTransfersParams } from "./methods/reads/acct_get_transfers.ts";
import type { LookedUpName, LookUpNamesParams } from "./methods/reads/acct_look_up_names.ts";
import type {
  NameAvailableParams,
  NameAvailableResult,
} from "./methods/names/acct_name_available.ts";
import type { PrepareParams, PrepareResult } from "./methods/acct_prepare.ts";
import type { PutCredentialParams } from "./methods/acct_put_credential.ts";
import type { PutGrantParams } from "./methods/acct_put_grant.ts";
import type { PutOwnerChangeParams } from "./methods/acct_put_owner_change.ts";
import type { PutPushSubscriptionParams } from "./methods/acct_put_push_subscription.ts";
import type { PutRecoveryParams } from "./methods/acct_put_recovery.ts";
import type { PutVetoParams } from "./methods/acct_put_veto.ts";
import type {
  GetNameParams,
  ResolveNameParams,
  ResolveNameResult,
} from "./methods/names/acct_get_name.ts";
import type { SendParams, SendResult } from "./methods/acct_send.ts";
import type {
  GetSyncedDataParams,
  GetSyncedDataResult,
  PutSyncedDataParams,
} from "./methods/acct_synced_data.ts";
import type { ApprovalsJson } from "../../wire/approvals.ts";
import type { AssetJson, GetAssetsParams } from "../../wire/assets.ts";
import type { CallsHistoryItemJson, GetCallsHistoryParams } from "../../wire/history.ts";
import type { CallsStatusJson } from "../../wire/calls_status.ts";
import type { DomainJson, NameJson } from "../../wire/names.ts";
import type { OwnersResult } from "../../wire/owners.ts";
import type { PermissionJson } from "../../wire/permissions.ts";
import type { ItemsJson, TransferJson } from "../../wire/transfers.ts";
import type { ChainJson, TokenJson } from "../../wire/values.ts";

export type { ClaimNameParams } from "./methods/names/acct_claim_name.ts";
export type { GetAccountParams, GetAccountResult } from "./methods/acct_get_account.ts";
export type { GetApprovalsParams } from "./methods/acct_get_approvals.ts";
export type { GetCredentialParams, GetCredentialResult } from "./methods/acct_get_credential.ts";
export type { GetDescriptorsParams } from "./methods/reads/acct_get_descriptors.ts";
export type { GetOwnersParams } from "./methods/acct_get_owners.ts";
export type { GetPermissionsParams } from "./methods/acct_get_permissions.ts";
export type { GetItemsParams } from "./methods/reads/acct_get_items.ts";
export type { GetTransfersParams } from "./methods/reads/acct_get_transfers.ts";
export type { PricedToken, PricesResult, WorthJson } from "./methods/reads/acct_get_prices.ts";
export type { GetTokensParams } from "./methods/acct_get_tokens.ts";
export type { LookedUpName, LookUpNamesParams } from "./methods/reads/acct_look_up_names.ts";
export type {
  NameAvailableParams,
  NameAvailableResult,
} from "./methods/names/acct_name_available.ts";
export type { PrepareParams, PrepareResult } from "./methods/acct_prepare.ts";
export type { PutCredentialParams } from "./methods/acct_put_credential.ts";
export type { PutGrantParams } from "./methods/acct_put_grant.ts";
export type { PutOwnerChangeParams } from "./methods/acct_put_owner_change.ts";
export type { PutRecoveryParams } from "./methods/acct_put_recovery.ts";
export type { PutVetoParams } from "./methods/acct_put_veto.ts";
export type { SendParams, SendResult } from "./methods/acct_send.ts";

/** Header with the API key. */
export const API_KEY_HEADER = "x-api-key";
/** Header with the origin of the dApp that the wallet host acts for. */
export const ORIGIN_HEADER = "x-acct-origin";

/** Maximum number of accounts that one event stream follows. */
export const MAX_EVENT_ADDRESSES = 50;

/** `GET /.well-known/acct-configuration`. */
export interface ConfigurationJson {
  /** Format version: 1. */
  readonly version: 1;
  /** URL of the wallet host. */
  readonly keysUrl: string;
  /** Served chains. */
  readonly chains: readonly ChainJson[];
  /** ISO 4217 code of the operator's prices; absent without a price source. */
  readonly fiat?: string;
  /** Currencies that users can choose; absent if there is no choice. */
  readonly currencies?: readonly string[];
  /**
   * Public key with which browsers subscribe to notices (VAPID); absent if the service sends none.
   */
  readonly pushKey?: string;
  /** True if the service has descriptors of the public registry (ERC-7730). */
  readonly descriptors?: true;
  /** Chain on which `acct_getTestMoney` sends test tokens; development stacks only. */
  readonly faucet?: Hex;
}

/** Parameters and results of the service's own methods. */
export interface ServiceSchema {
  readonly acct_claimName: {
    readonly params: ClaimNameParams;
    readonly result: { readonly name: string };
  };
  readonly acct_deletePushSubscription: {
    readonly params: DeletePushSubscriptionParams;
    readonly result: true;
  };
  readonly acct_getAccount: {
    readonly params: GetAccountParams;
    readonly result: GetAccountResult;
  };
  readonly acct_getApprovals: {
    readonly params: GetApprovalsParams;
    readonly result: readonly ApprovalsJson[];
  };
  readonly acct_getCredential: {
    readonly params: GetCredentialParams;
    readonly result: GetCredentialResult;
  };
  readonly acct_getDescriptors: {
    readonly params: GetDescriptorsParams;
    readonly result: readonly string[];
  };
  readonly acct_getDomain: { readonly params: GetDomainParams; readonly result: DomainJson };
  readonly acct_getItems: {
    readonly params: GetItemsParams;
    readonly result: readonly ItemsJson[];
  };
  readonly acct_getName: {
    readonly params: GetNameParams;
    readonly result: NameJson;
  };
  readonly acct_getOwners: { readonly params: GetOwnersParams; readonly result: OwnersResult };
  readonly acct_getPermissions: {
    readonly params: GetPermissionsParams;
    readonly result: readonly PermissionJson[];
  };
  readonly acct_getPrices: { readonly params: GetPricesParams; readonly result: PricesResult };
  readonly acct_getSyncedData: {
    readonly params: GetSyncedDataParams;
    readonly result: GetSyncedDataResult;
  };
  readonly acct_getTokens: {
    readonly params: GetTokensParams;
    readonly result: readonly TokenJson[];
  };
  readonly acct_getTransfers: {
    readonly params: GetTransfersParams;
    readonly result: readonly TransferJson[];
  };
  readonly acct_lookUpNames: {
    readonly params: LookUpNamesParams;
    readonly result: readonly LookedUpName[];
  };
  readonly acct_nameAvailable: {
    readonly params: NameAvailableParams;
    readonly result: NameAvailableResult;
  };
  readonly acct_prepare: { readonly params: PrepareParams; readonly result: PrepareResult };
  readonly acct_putCredential: { readonly params: PutCredentialParams; readonly result: true };
  readonly acct_putGrant: { readonly params: PutGrantParams; readonly result: true };
  readonly acct_putOwnerChange: {
    readonly params: PutOwnerChangeParams;
    readonly result: OwnersResult;
  };
  readonly acct_putPushSubscription: {
    readonly params: PutPushSubscriptionParams;
    readonly result: true;
  };
  readonly acct_putRecovery: { readonly params: PutRecoveryParams; readonly result: OwnersResult };
  readonly acct_putSyncedData: { readonly params: PutSyncedDataParams; readonly result: true };
  readonly acct_putVeto: { readonly params: PutVetoParams; readonly result: OwnersResult };
  readonly acct_resolveName: {
    readonly params: ResolveNameParams;
    readonly result: ResolveNameResult;
  };
  readonly acct_send: { readonly params: SendParams; readonly result: SendResult };
  readonly wallet_getAssets: {
    readonly params: GetAssetsParams;
    readonly result: Readonly<Record<Hex, readonly AssetJson[]>>;
  };
  readonly wallet_getCallsHistory: {
    readonly params: GetCallsHistoryParams;
    readonly result: readonly CallsHistoryItemJson[];
  };
  readonly wallet_getCallsStatus: { readonly params: string; readonly result: CallsStatusJson };
}

/** Parameters and results of all methods of `POST /v1/rpc`. */
export interface ServiceMethods extends ServiceSchema {
  /** Accepts a list of parameters, like the provider's method. */
  readonly wallet_getCapabilities: WalletGetCapabilities;
}

/** Name of a method of `POST /v1/rpc`. */
export type ServiceMethod = keyof ServiceMethods;
