/**
 * One question to one person. Whatever the handler does, throws or returns, the question ends in
 * exactly one result or one typed error: what was signed stays signed, and what was not is 4001.
 *
 * @module
 */
import { AcctError } from "../../protocol/errors.ts";
import type { ChoiceOf, DialogMethod, DialogRequest, UIHandler } from "../../dialog/request.ts";

/** A question: all of an approval request but the ways out, and what a yes does. */
export interface Question<M extends DialogMethod, T>
  extends Omit<DialogRequest<M>, "id" | "approve" | "reject" | "signal"> {
  /** Runs after each yes, in its click; what it resolves with is the result. */
  run(choice: ChoiceOf[M], signal: AbortSignal): Promise<T>;
}

/**
 * Shows a question and waits for its end.
 *
 * @throws {AcctError} `user_rejected`, `aborted`, `handler_unsupported`
 */
export function askPerson<M extends DialogMethod, T>(
  ui: UIHandler,
  question: Question<M, T>,
  outer: AbortSignal,
): Promise<T> {
  const { run, ...shown } = question;
  return new Promise<T>((resolve, reject) => {
    let state: "open" | "approving" | "ended" = "open";
    let handlerDone = false;
    const ended = new AbortController();
    let prompt: AbortController | undefined;
    // What the last yes failed with: who gives up after it says why.
    let failure: AcctError | undefined;

    const end = (settle: () => void) => {
      if (state === "ended") return;
      state = "ended";
      outer.removeEventListener("abort", onAbort);
      settle();
      ended.abort();
    };
    const refuse = (error: AcctError) => end(() => reject(error));
    const onAbort = () => {
      if (state === "approving") prompt?.abort();
      else refuse(new AcctError("aborted"));
    };

    const request: DialogRequest<M> = {
      ...shown,
      id: crypto.randomUUID(),
      signal: ended.signal,
      async approve(choice) {
        if (state !== "open") throw new AcctError("not_ready");
        state = "approving";
        prompt = new AbortController();
        try {
          // Called before anything is awaited: the passkey prompt must begin in the click itself.
          const result = await run(choice, prompt.signal);
          end(() => resolve(result));
          return result;
        } catch (error) {
          const known = error instanceof AcctError
            ? error
            : new AcctError("internal", { cause: error });
          // A withdrawn question and a handler that is gone cannot be asked again.
          if (outer.aborted) refuse(new AcctError("aborted", { cause: known }));
          else if (handlerDone) refuse(new AcctError("user_rejected", { cause: known }));
          else state = "open";
          failure = known;
          throw known;
        }
      },
      reject(reason) {
        if (state === "approving") prompt?.abort();
        else refuse(new AcctError("user_rejected", { cause: reason ?? failure }));
      },
    };

    if (outer.aborted) return refuse(new AcctError("aborted"));
    if (!ui.canHandle(question.method)) return refuse(new AcctError("handler_unsupported"));
    outer.addEventListener("abort", onAbort);
    const handlerEnds = (cause?: unknown) => {
      handlerDone = true;
      if (state === "open") refuse(new AcctError("user_rejected", { cause }));
    };
    try {
      ui.request(question.method, request).then(() => handlerEnds(), handlerEnds);
    } catch (cause) {
      handlerEnds(cause);
    }
  });
}
