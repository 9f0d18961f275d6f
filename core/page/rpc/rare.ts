/** The methods that open no window and need the account's engine. @module */
export {
  acctAddPasskey,
  acctAddRecoveryAddress,
  acctExportAccount,
  acctGetOwners,
  acctRemoveOwner,
} from "./acct_owners.ts";
export { walletPrepareCalls, walletSendPreparedCalls } from "./prepared_calls.ts";
