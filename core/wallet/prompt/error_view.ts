/** Converts errors for dialogs. @module */
import { AcctError } from "../../ground/errors.ts";
import type { ErrorView } from "../../dialog/common.ts";

/** Maximum length of a message in dialogs. */
const MAX_MESSAGE_LENGTH = 1_000;

/** Converts any thrown value into an error that dialogs show. */
export function errorView(error: unknown): ErrorView {
  const { data, message } = toAcctError(error);
  return { cause: data.cause, message: message.slice(0, MAX_MESSAGE_LENGTH) };
}

/** Converts any thrown value into an error with a cause. */
export function toAcctError(error: unknown): AcctError {
  return error instanceof AcctError ? error : new AcctError("internal", { cause: error });
}
