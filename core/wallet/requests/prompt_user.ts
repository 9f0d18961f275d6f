/**
 * Shows a request to the user and waits for its end. Whatever the handler does, throws or returns,
 * the request ends in exactly one result or one typed error: a signature is never lost, and without
 * one the error is 4001.
 *
 * @module
 */
import { AcctError } from "../../protocol/errors.ts";
import type { ChoiceOf, DialogMethod, DialogRequest, UIHandler } from "../../dialog/request.ts";

/** A request to show, and the action that runs when the user confirms it. */
export interface UserPrompt<M extends DialogMethod, T>
  extends Omit<DialogRequest<M>, "id" | "approve" | "reject" | "signal"> {
  /** Runs on each confirmation, directly in its click; resolves with the result. */
  onConfirm(choice: ChoiceOf[M], signal: AbortSignal): Promise<T>;
}

/**
 * Shows a request and waits for its end.
 *
 * @throws {AcctError} `user_rejected`, `aborted`, `handler_unsupported`
 */
export function promptUser<M extends DialogMethod, T>(
  ui: UIHandler,
  prompt: UserPrompt<M, T>,
  outer: AbortSignal,
): Promise<T> {
  const { onConfirm, ...shown } = prompt;
  return new Promise<T>((resolve, reject) => {
    let state: "open" | "approving" | "ended" = "open";
    let handlerDone = false;
    const ended = new AbortController();
    let passkeyPrompt: AbortController | undefined;
    // Becomes the cause of a later rejection.
    let failure: AcctError | undefined;

    const end = (settle: () => void) => {
      if (state === "ended") return;
      state = "ended";
      outer.removeEventListener("abort", onAbort);
      settle();
      ended.abort();
    };
    const rejectWith = (error: AcctError) => end(() => reject(error));
    const onAbort = () => {
      if (state === "approving") passkeyPrompt?.abort();
      else rejectWith(new AcctError("aborted"));
    };

    const request: DialogRequest<M> = {
      ...shown,
      id: crypto.randomUUID(),
      signal: ended.signal,
      async approve(choice) {
        if (state !== "open") throw new AcctError("not_ready");
        state = "approving";
        passkeyPrompt = new AbortController();
        try {
          // Called before anything is awaited: the passkey prompt must start in the click itself.
          const result = await onConfirm(choice, passkeyPrompt.signal);
          end(() => resolve(result));
          return result;
        } catch (error) {
          const known = error instanceof AcctError
            ? error
            : new AcctError("internal", { cause: error });
          // After an abort, or without its handler, the request cannot be tried again.
          if (outer.aborted) rejectWith(new AcctError("aborted", { cause: known }));
          else if (handlerDone) rejectWith(new AcctError("user_rejected", { cause: known }));
          else state = "open";
          failure = known;
          throw known;
        }
      },
      reject(reason) {
        if (state === "approving") passkeyPrompt?.abort();
        else rejectWith(new AcctError("user_rejected", { cause: reason ?? failure }));
      },
    };

    if (outer.aborted) return rejectWith(new AcctError("aborted"));
    if (!ui.canHandle(prompt.method)) return rejectWith(new AcctError("handler_unsupported"));
    outer.addEventListener("abort", onAbort);
    const handlerEnds = (cause?: unknown) => {
      handlerDone = true;
      if (state === "open") rejectWith(new AcctError("user_rejected", { cause }));
    };
    try {
      ui.request(prompt.method, request).then(() => handlerEnds(), handlerEnds);
    } catch (cause) {
      handlerEnds(cause);
    }
  });
}
