/**
 * Shows a request to the user and waits for its outcome. For any behavior of the handler, the
 * request ends in exactly one result or one typed error: a signature is never lost, and without one
 * the error is 4001, unless the dialog's code did not load.
 *
 * @module
 */
import { AcctError } from "../../ground/errors.ts";
import { randomId } from "../../lib/random_id.ts";
import type { UIHandler } from "../../dialog/handler.ts";
import type { DialogMethod } from "../../dialog/requests.ts";
import type { DialogRequest } from "../../dialog/request.ts";
import { openRequest, type UserPrompt } from "./open_request.ts";

/**
 * Shows a request and waits for its outcome.
 *
 * @throws {AcctError} `user_rejected`, `aborted`, `handler_unsupported`; `service_down` if the
 * handler rejects with it and the user saw no other error
 */
export async function promptUser<M extends DialogMethod, T>(
  ui: UIHandler,
  prompt: UserPrompt<M, T>,
  outer: AbortSignal,
): Promise<T> {
  if (outer.aborted) throw new AcctError("aborted");
  if (!canShow(ui, prompt.method)) throw new AcctError("handler_unsupported");
  const { request, outcome, close } = openRequest(prompt, outer);
  try {
    ui.request(prompt.method, request).then(() => close(), close);
  } catch (cause) {
    close(cause);
  }
  return await outcome;
}

/** Returns true if the handler supports a method; false if its check throws. */
export function canShow(ui: UIHandler, method: DialogMethod): boolean {
  try {
    return ui.canHandle(method);
  } catch (error) {
    console.error("The dialog handler's canHandle failed.", error);
    return false;
  }
}

/** Creates the flow of a single request. */
export function singleStep(): DialogRequest["flow"] {
  return { id: randomId(), step: 1, steps: 1 };
}

/** Advances a flow by one step. */
export function nextStep(flow: DialogRequest["flow"]): DialogRequest["flow"] {
  return { ...flow, step: flow.step + 1 };
}
