/**
 * The methods that open no window: their code is loaded with the first use of one of them, and what
 * needs the account's engine only with its own.
 *
 * @module
 */
import type { Handler } from "./context.ts";

export { walletGetAssets } from "./wallet_get_assets.ts";
export { walletGetCallsHistory } from "./wallet_get_calls_history.ts";
export { walletGetCallsStatus } from "./wallet_get_calls_status.ts";
export { walletGetPermissions } from "./wallet_get_permissions.ts";
export { walletSwitchChain } from "./wallet_switch_chain.ts";

const rare = (name: keyof typeof import("./rare.ts")): Handler => async (context, params) =>
  (await import("./rare.ts"))[name](context, params);

/** See `acct_owners.ts`. */
export const acctAddPasskey: Handler = rare("acctAddPasskey");
/** See `acct_owners.ts`. */
export const acctAddRecoveryAddress: Handler = rare("acctAddRecoveryAddress");
/** See `acct_owners.ts`. */
export const acctExportAccount: Handler = rare("acctExportAccount");
/** See `acct_owners.ts`. */
export const acctGetOwners: Handler = rare("acctGetOwners");
/** See `acct_owners.ts`. */
export const acctRemoveOwner: Handler = rare("acctRemoveOwner");
/** See `prepared_calls.ts`. */
export const walletPrepareCalls: Handler = rare("walletPrepareCalls");
/** See `prepared_calls.ts`. */
export const walletSendPreparedCalls: Handler = rare("walletSendPreparedCalls");
