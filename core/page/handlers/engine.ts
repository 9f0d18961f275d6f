/** Exports the handlers that need the account code; loaded on first use. @module */
export {
  acctAddPasskey,
  acctAddRecoveryAddress,
  acctRemoveOwner,
  acctUpgradeAccount,
} from "./change_owners.ts";
export { answerExecution, executionFields } from "../../permission/execution_answer.ts";
export { walletGetPermissions } from "./list_permissions.ts";
