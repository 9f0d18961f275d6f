/**
 * Lists the methods whose handlers load with the first request that needs them. The handlers of all
 * other methods load with the provider (`with_provider.ts`) or with a session (`with_session.ts`).
 *
 * @module
 */
import { type Lazy, lazy } from "../../client/lazy.ts";
import type { MethodName, MethodSchema } from "../../protocol/methods.ts";
import type { Entry } from "../../schema/handle.ts";
import type { ServiceContext } from "./context.ts";
import type { FirstMethod } from "./with_provider.ts";
import type { SessionMethod } from "./with_session.ts";

/** A module with the handler of a method. */
type Chunk<M extends MethodName> = Lazy<{
  readonly handlers: { readonly [Name in M]: Entry<MethodSchema[Name]["result"], ServiceContext> };
}>;

/** A method whose handler loads neither with the provider nor with a session. */
type OnDemandMethod = Exclude<MethodName, FirstMethod | SessionMethod>;

/** Creates the table; each module loads once, for all of its methods. */
export function onDemand(): { readonly [M in OnDemandMethod]: Chunk<M> } {
  const account = lazy(() => import("./account_reads.ts"));
  const home = lazy(() => import("./open_home.ts"));
  const owners = lazy(() => import("./change_owners.ts"));
  // Their validation needs much code.
  const permissions = lazy(() => import("./permissions.ts"));
  const prepared = lazy(() => import("./prepared_calls.ts"));
  const shows = lazy(() => import("./show.ts"));
  return {
    acct_addPasskey: owners,
    acct_addRecoveryAddress: owners,
    acct_exportAccount: owners,
    acct_getOwners: owners,
    acct_openWallet: home,
    acct_removeOwner: owners,
    acct_showAccount: shows,
    acct_upgradeAccount: owners,
    wallet_getAssets: account,
    wallet_getCallsHistory: account,
    wallet_getGrantedExecutionPermissions: permissions,
    wallet_getPermissions: permissions,
    wallet_getSupportedExecutionPermissions: permissions,
    wallet_grantPermissions: permissions,
    wallet_prepareCalls: prepared,
    wallet_requestExecutionPermissions: permissions,
    wallet_revokeExecutionPermission: permissions,
    wallet_revokePermissions: permissions,
    wallet_sendPreparedCalls: prepared,
    wallet_showCallsStatus: shows,
    wallet_watchAsset: shows,
  };
}
