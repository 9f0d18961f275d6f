/**
 * Runs one approval request from its first screen to its end: a small state machine without a view.
 *
 * @module
 */
import {
  AcctError,
  type ChoiceOf,
  type DialogMethod,
  type DialogRequest,
  type ErrorView,
  type Readable,
  writable,
} from "@sdk/core/dialog";

/** Phase of a request. */
export type Phase =
  | { readonly name: "review"; readonly failure?: ErrorView }
  | { readonly name: "busy" }
  | { readonly name: "done" };

/** A request and its phase. */
export interface Session<M extends DialogMethod = DialogMethod> {
  /** The request. */
  readonly request: DialogRequest<M>;
  /** Current phase. */
  readonly phase: Readable<Phase>;
  /** Settles once the user is done with the request. */
  readonly outcome: Promise<unknown>;
  /** Approves the request; call it within the click. */
  approve(choice: ChoiceOf[M]): void;
  /** Rejects the request; while a passkey prompt is open, cancels the prompt first. */
  reject(): void;
  /** Ends the request from outside, in any phase. */
  abort(error: AcctError): void;
}

/** Creates a session for a request. */
export function createSession<M extends DialogMethod>(
  request: DialogRequest<M>,
): Session<M> {
  const phase = writable<Phase>({ name: "review" });
  let resolve!: (result: unknown) => void;
  let fail!: (error: AcctError) => void;
  const outcome = new Promise<unknown>((yes, no) => {
    resolve = yes;
    fail = no;
  });
  // Callers who await the outcome handle it; it is not unhandled otherwise.
  outcome.catch(() => {});
  let lastError: unknown;
  let withdrawn = false;

  function end(settle: () => void): void {
    if (phase.get().name === "done") return;
    phase.set({ name: "done" });
    settle();
  }

  function refuse(): void {
    end(() => {
      const cause = lastError === undefined ? {} : { cause: lastError };
      fail(new AcctError("user_rejected", cause));
      request.reject();
    });
  }

  // The request ended outside. After an approval, its own result follows at once.
  request.signal.addEventListener("abort", () => {
    if (phase.get().name === "review") session.abort(new AcctError("aborted"));
  }, { once: true });

  const session: Session<M> = {
    request,
    phase,
    outcome,
    approve(choice) {
      if (phase.get().name !== "review") return;
      let result: Promise<unknown>;
      try {
        // Comes first: the passkey prompt has to open within the click.
        result = request.approve(choice);
      } catch (error) {
        result = Promise.reject(error);
      }
      phase.set({ name: "busy" });
      result.then(
        (value) => end(() => resolve(value)),
        (error) => {
          lastError = error;
          if (request.signal.aborted) end(() => fail(error));
          else if (withdrawn) refuse();
          else if (phase.get().name === "busy") {
            phase.set({ name: "review", failure: errorView(error) });
          }
        },
      );
    },
    reject() {
      if (phase.get().name === "review") refuse();
      else if (phase.get().name === "busy" && !withdrawn) {
        withdrawn = true;
        request.reject();
      }
    },
    abort(error) {
      end(() => fail(error));
    },
  };

  if (request.signal.aborted) session.abort(new AcctError("aborted"));
  return session;
}

/** Converts anything that was thrown into an error that dialogs show. */
export function errorView(error: unknown): ErrorView {
  if (error instanceof AcctError) return { cause: error.data.cause, message: error.message };
  const data = typeof error === "object" && error !== null && "data" in error ? error.data : null;
  const message = error instanceof Error ? error.message : String(error);
  // An error of the same class from another copy of the code.
  const cause = typeof data === "object" && data !== null && "cause" in data ? data.cause : null;
  return {
    cause: (typeof cause === "string" ? cause : "internal") as ErrorView["cause"],
    message: message.slice(0, 1000),
  };
}
