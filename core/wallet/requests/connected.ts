/** The requests that need an account, with the prompt that stops a recovery. @module */
import "../shared_chunk.ts";
import type { DialogMethod } from "../../dialog/types.ts";
import type { AskOptions, ParamsOf, ResultOf } from "../../protocol/requests.ts";
import type { WalletContext } from "../context.ts";
import { grantPermissions } from "./grant_permissions.ts";
import { addPasskey, changeOwners } from "./owners.ts";
import { revokePermissions } from "./revoke_permissions.ts";
import { sendCalls } from "./send_calls.ts";
import { showAccount } from "./show_account.ts";
import { showStatus } from "./show_status.ts";
import { signMessage, signTypedData } from "./sign.ts";
import { upgradeAccount } from "./upgrade_account.ts";
import { watchAsset } from "./watch_asset.ts";

export { runningRecoveries } from "../../account/owners/veto.ts";
export { recoveryView, stopPrompt } from "../stop_recovery.ts";

/** Prompts the user for a request, and answers it. */
export type Request<M extends DialogMethod> = (
  context: WalletContext,
  params: ParamsOf[M],
  options: AskOptions,
) => Promise<ResultOf[M]>;

/** Requests by method. */
export const requests = {
  acct_addPasskey: addPasskey,
  acct_changeOwners: changeOwners,
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
