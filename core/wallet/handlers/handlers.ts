/** Exports the requests that need an account, with the prompt that stops a recovery. @module */
import "../../chunks/wallet.ts";
import type { DialogMethod } from "../../dialog/types.ts";
import type { AskOptions, ParamsOf, ResultOf } from "../../dialog/requests.ts";
import type { WalletContext } from "../context/context.ts";
import { claimName } from "../requests/claim_name.ts";
import { grantPermissions } from "../requests/grant_permissions.ts";
import { addPasskey, changeOwners } from "../requests/owners/owners.ts";
import { revokePermissions } from "../requests/revoke_permissions.ts";
import { sendCalls } from "../requests/send_calls.ts";
import { showAccount } from "../requests/show_account.ts";
import { showStatus } from "../requests/show_status.ts";
import { signMessage, signTypedData } from "../requests/sign.ts";
import { upgradeAccount } from "../requests/upgrade_account.ts";
import { watchAsset } from "../requests/watch_asset.ts";

export { runningRecoveries } from "../../account/owners/veto.ts";
export { recoveryView, stopPrompt } from "../requests/owners/stop_recovery.ts";

/** Prompts the user for a request, and returns its result. */
export type Request<M extends DialogMethod> = (
  context: WalletContext,
  params: ParamsOf[M],
  options: AskOptions,
) => Promise<ResultOf[M]>;

/** Requests by method. */
export const requests = {
  acct_addPasskey: addPasskey,
  acct_changeOwners: changeOwners,
  acct_claimName: claimName,
  acct_showAccount: showAccount,
  acct_upgradeAccount: upgradeAccount,
  personal_sign: signMessage,
  eth_signTypedData_v4: signTypedData,
  wallet_sendCalls: sendCalls,
  wallet_grantPermissions: grantPermissions,
  wallet_revokePermissions: revokePermissions,
  wallet_showCallsStatus: showStatus,
  wallet_watchAsset: watchAsset,
} satisfies { readonly [M in DialogMethod]?: Request<M> };
