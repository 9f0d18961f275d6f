/** Registers the methods of `POST /v1/rpc`. @module */
import type { ServiceMethod } from "../../core/protocol/service/mod.ts";
import { acctGetAccount } from "./acct_get_account.ts";
import { acctGetApprovals } from "./acct_get_approvals.ts";
import { acctGetCredential } from "./acct_get_credential.ts";
import { acctGetItems } from "./acct_get_items.ts";
import { acctGetDescriptors } from "./acct_get_descriptors.ts";
import { acctGetPermissions } from "./acct_get_permissions.ts";
import { acctGetPrices } from "./acct_get_prices.ts";
import { acctGetTokens } from "./acct_get_tokens.ts";
import { acctGetTransfers } from "./acct_get_transfers.ts";
import {
  acctClaimName,
  acctGetDomain,
  acctGetName,
  acctLookUpNames,
  acctNameAvailable,
  acctResolveName,
} from "./acct_names.ts";
import { acctGetOwners, acctPutOwnerChange, acctPutRecovery, acctPutVeto } from "./acct_owners.ts";
import { acctPrepare } from "./acct_prepare.ts";
import { acctDeletePushSubscription, acctPutPushSubscription } from "./acct_push_subscriptions.ts";
import { acctPutCredential } from "./acct_put_credential.ts";
import { acctPutGrant } from "./acct_put_grant.ts";
import { acctSend } from "./acct_send.ts";
import { acctGetSyncedData, acctPutSyncedData } from "./acct_synced_data.ts";
import type { Method } from "./method.ts";
import { walletGetAssets } from "./wallet_get_assets.ts";
import { walletGetCallsHistory } from "./wallet_get_calls_history.ts";
import { walletGetCallsStatus } from "./wallet_get_calls_status.ts";
import { walletGetCapabilities } from "./wallet_get_capabilities.ts";

/** All defined methods; the type requires each of them once. */
const table: { readonly [M in ServiceMethod]: Method<M> } = {
  acct_prepare: acctPrepare,
  acct_send: acctSend,
  acct_claimName: acctClaimName,
  acct_getDomain: acctGetDomain,
  acct_getName: acctGetName,
  acct_lookUpNames: acctLookUpNames,
  acct_nameAvailable: acctNameAvailable,
  acct_resolveName: acctResolveName,
  acct_getAccount: acctGetAccount,
  acct_getApprovals: acctGetApprovals,
  acct_getCredential: acctGetCredential,
  acct_getItems: acctGetItems,
  acct_getDescriptors: acctGetDescriptors,
  acct_getPermissions: acctGetPermissions,
  acct_getPrices: acctGetPrices,
  acct_getTokens: acctGetTokens,
  acct_getTransfers: acctGetTransfers,
  acct_putCredential: acctPutCredential,
  acct_getOwners: acctGetOwners,
  acct_putGrant: acctPutGrant,
  acct_putOwnerChange: acctPutOwnerChange,
  acct_putRecovery: acctPutRecovery,
  acct_putVeto: acctPutVeto,
  acct_putPushSubscription: acctPutPushSubscription,
  acct_deletePushSubscription: acctDeletePushSubscription,
  acct_getSyncedData: acctGetSyncedData,
  acct_putSyncedData: acctPutSyncedData,
  wallet_getAssets: walletGetAssets,
  wallet_getCallsHistory: walletGetCallsHistory,
  wallet_getCallsStatus: walletGetCallsStatus,
  wallet_getCapabilities: walletGetCapabilities,
};

/** Methods by name. */
export const methods: ReadonlyMap<string, Method> = new Map(Object.entries(table));
