import { assertEquals } from "@std/assert";
import type { ServiceDefinition } from "./schema/definition.ts";
import { acctClaimName } from "./methods/names/acct_claim_name.ts";
import { acctGetAccount } from "./methods/acct_get_account.ts";
import { acctGetApprovals } from "./methods/acct_get_approvals.ts";
import { acctGetCredential } from "./methods/acct_get_credential.ts";
import { acctGetDomain } from "./methods/names/acct_get_domain.ts";
import { acctResolveName } from "./methods/names/acct_get_name.ts";
import { acctGetName } from "./methods/names/acct_get_name.ts";
import { acctGetOwners } from "./methods/acct_get_owners.ts";
import { acctGetPermissions } from "./methods/acct_get_permissions.ts";
import { acctGetItems } from "./methods/reads/acct_get_items.ts";
import { acctGetPrices } from "./methods/reads/acct_get_prices.ts";
import { acctGetTokens } from "./methods/acct_get_tokens.ts";
import { acctGetTransfers } from "./methods/reads/acct_get_transfers.ts";
import { acctLookUpNames } from "./methods/reads/acct_look_up_names.ts";
import { acctNameAvailable } from "./methods/names/acct_name_available.ts";
import { acctPrepare } from "./methods/acct_prepare.ts";
import { acctPutCredential } from "./methods/acct_put_credential.ts";
import { acctPutGrant } from "./methods/acct_put_grant.ts";
import { acctPutOwnerChange } from "./methods/acct_put_owner_change.ts";
import { acctDeletePushSubscription } from "./methods/acct_delete_push_subscription.ts";
import { acctGetDescriptors } from "./methods/reads/acct_get_descriptors.ts";
import { acctGetSyncedData, acctPutSyncedData } from "./methods/acct_synced_data.ts";
import { acctPutPushSubscription } from "./methods/acct_put_push_subscription.ts";
import { acctPutRecovery } from "./methods/acct_put_recovery.ts";
import { acctPutVeto } from "./methods/acct_put_veto.ts";
import { acctSend } from "./methods/acct_send.ts";
import { walletGetAssets } from "./methods/wallet_get_assets.ts";
import type { ServiceMethod, ServiceSchema } from "./mod.ts";

/** Methods whose definitions translate the clients' values. */
type Translated = "wallet_getCallsHistory" | "wallet_getCallsStatus" | "wallet_getCapabilities";

/** All other definitions. Does not compile if one reads other parameters than clients send. */
const definitions: {
  readonly [M in Exclude<ServiceMethod, Translated>]: ServiceDefinition<
    M,
    ServiceSchema[M]["params"]
  >;
} = {
  acct_claimName: acctClaimName,
  acct_getAccount: acctGetAccount,
  acct_getApprovals: acctGetApprovals,
  acct_getCredential: acctGetCredential,
  acct_getDescriptors: acctGetDescriptors,
  acct_getDomain: acctGetDomain,
  acct_getItems: acctGetItems,
  acct_getName: acctGetName,
  acct_resolveName: acctResolveName,
  acct_getOwners: acctGetOwners,
  acct_getPermissions: acctGetPermissions,
  acct_getPrices: acctGetPrices,
  acct_getTokens: acctGetTokens,
  acct_getTransfers: acctGetTransfers,
  acct_lookUpNames: acctLookUpNames,
  acct_nameAvailable: acctNameAvailable,
  acct_prepare: acctPrepare,
  acct_putCredential: acctPutCredential,
  acct_putGrant: acctPutGrant,
  acct_putOwnerChange: acctPutOwnerChange,
  acct_deletePushSubscription: acctDeletePushSubscription,
  acct_putPushSubscription: acctPutPushSubscription,
  acct_getSyncedData: acctGetSyncedData,
  acct_putSyncedData: acctPutSyncedData,
  acct_putRecovery: acctPutRecovery,
  acct_putVeto: acctPutVeto,
  acct_send: acctSend,
  wallet_getAssets: walletGetAssets,
};

Deno.test("service methods: each definition has the name and the parameters of its method", () => {
  for (const [name, definition] of Object.entries(definitions)) assertEquals(definition.name, name);
});
