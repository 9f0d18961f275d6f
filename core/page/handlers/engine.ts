/** Handlers that need the engine of accounts; it is loaded with the first use of one of them. @module */
export { acctAddPasskey, acctAddRecoveryAddress, acctRemoveOwner } from "./change_owners.ts";
export { walletGetPermissions } from "./list_permissions.ts";
export { acctExportAccount, acctGetOwners } from "./owners.ts";
export { walletPrepareCalls, walletSendPreparedCalls } from "./prepared_calls.ts";
