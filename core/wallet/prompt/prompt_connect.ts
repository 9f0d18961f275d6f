/** Shows a request to connect. @module */
import type { WalletContext } from "../context/context.ts";
import type { UserPrompt } from "./open_request.ts";
import { promptUser } from "./prompt_user.ts";

/** A dialog of a connection, before an account is known. */
type ConnectPrompt<T> = Omit<UserPrompt<"wallet_connect", T>, "method" | "app" | "account">;

/**
 * Shows a request to connect and waits for its outcome.
 *
 * @throws {AcctError} `user_rejected`, `aborted`, `handler_unsupported`
 */
export function promptConnect<T>(
  { app, ui }: WalletContext,
  prompt: ConnectPrompt<T>,
  signal: AbortSignal,
): Promise<T> {
  return promptUser(ui, { ...prompt, method: "wallet_connect", app, account: null }, signal);
}
