/** Handlers that need the engine of accounts; it is loaded with the first use of one of them. @module */
export { walletGetPermissions } from "./list_permissions.ts";
export {
  acctAddPasskey,
  acctAddRecoveryAddress,
  acctExportAccount,
  acctGetOwners,
  acctRemoveOwner,
} from "./owners.ts";
export { walletPrepareCalls, walletSendPreparedCalls } from "./prepared_calls.ts";
