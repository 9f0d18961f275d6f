/** Closes a connection request if passkeys are not supported. @module */
import { reportObstacle } from "../../passkey/browser/obstacle.ts";
import { AcctError } from "../../ground/errors.ts";
import { writable } from "../../lib/readable.ts";
import type { ChainView, ConnectPreview } from "../../dialog/types.ts";
import type { WalletContext } from "../context/context.ts";
import { errorView } from "./error_view.ts";
import { singleStep } from "./prompt_user.ts";
import { promptConnect } from "./prompt_connect.ts";
import type { AskOptions } from "../../dialog/requests.ts";

/**
 * Shows that passkeys cannot be used here. Closing the dialog does not count as a rejection: the
 * dApp always gets the same error.
 *
 * @throws {AcctError} `passkey_unsupported`; `aborted`, `handler_unsupported` like any request
 */
export async function tellUnsupported(
  context: WalletContext,
  chain: ChainView,
  options: AskOptions,
): Promise<never> {
  const { obstacle } = context.ceremony;
  const unsupported = obstacle === undefined
    ? new AcctError("passkey_unsupported")
    : reportObstacle(obstacle);
  const preview: ConnectPreview = {
    status: "error",
    error: errorView(unsupported),
    known: [],
    warnings: [],
  };
  try {
    await promptConnect<never>(context, {
      flow: options.flow ?? singleStep(),
      chain,
      preview: writable(preview),
      onConfirm: () => Promise.reject(unsupported),
    }, options.signal);
  } catch (error) {
    if (!(error instanceof AcctError) || error.data.cause !== "user_rejected") throw error;
  }
  throw unsupported;
}
