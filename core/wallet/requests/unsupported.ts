/** Connecting where passkeys cannot be used: told before an account exists. @module */
import { AcctError } from "../../protocol/errors.ts";
import { writable } from "../../lib/readable.ts";
import type { ChainView, ConnectPreview } from "../../dialog/request.ts";
import { askPerson } from "./ask_person.ts";
import { errorView, type WalletContext } from "../context.ts";
import { singleStep } from "./flow.ts";
import type { AskOptions } from "../../protocol/requests.ts";

/**
 * Shows that passkeys cannot be used here. However the person leaves it, the page is told the same:
 * nobody said no.
 *
 * @throws {AcctError} `passkey_unsupported`; `aborted`, `handler_unsupported` as any question
 */
export async function tellUnsupported(
  context: WalletContext,
  chain: ChainView,
  options: AskOptions,
): Promise<never> {
  const unsupported = new AcctError("passkey_unsupported");
  const preview: ConnectPreview = {
    status: "error",
    error: errorView(unsupported),
    known: [],
    warnings: [],
  };
  try {
    await askPerson<"wallet_connect", never>(context.ui, {
      method: "wallet_connect",
      flow: options.flow ?? singleStep(),
      app: context.app,
      account: null,
      chain,
      preview: writable(preview),
      run: () => Promise.reject(unsupported),
    }, options.signal);
  } catch (error) {
    if (!(error instanceof AcctError) || error.data.cause !== "user_rejected") throw error;
  }
  throw unsupported;
}
