/** Runs one request to the user: its state, its outcome, and the passkey prompt. @module */
import { randomId } from "../../lib/random_id.ts";
import { AcctError } from "../../ground/errors.ts";
import { writable } from "../../lib/readable.ts";
import type { DialogRequest, RequestStatus } from "../../dialog/request.ts";
import type { ChoiceOf, DialogMethod } from "../../dialog/requests.ts";
import { toAcctError } from "./error_view.ts";
import { obstacleOf } from "./obstacle.ts";
import { next, type RequestEvent, type RequestState, statusOf } from "./request_state.ts";

/** A request to show, and the action that runs when the user confirms it. */
export interface UserPrompt<M extends DialogMethod, T>
  extends Omit<DialogRequest<M>, "id" | "status" | "alarm" | "approve" | "reject" | "signal"> {
  /** Runs on each confirmation, directly in its click; resolves with the result. */
  onConfirm(choice: ChoiceOf[M], signal: AbortSignal): Promise<T>;
  /** Returns the id of a bundle that may be included although its approval failed. */
  sent?(): string | undefined;
}

/** A request with its outcome. */
export interface OpenRequest<M extends DialogMethod, T> {
  /** The request in the form that handlers receive. */
  readonly request: DialogRequest<M>;
  /** Settles when the request is closed. */
  readonly outcome: Promise<T>;
  /** Rejects the request, unless an approval is running that still succeeds. */
  close(reason?: unknown): void;
}

/** Opens a request that the signal `outer` can withdraw. */
export function openRequest<M extends DialogMethod, T>(
  { onConfirm, sent, ...shown }: UserPrompt<M, T>,
  outer: AbortSignal,
): OpenRequest<M, T> {
  let state: RequestState<T> = { name: "review" };
  let passkeyPrompt: AbortController | undefined;
  const status = writable<RequestStatus>(statusOf(state));
  const ended = new AbortController();
  let resolve!: (result: T) => void;
  let reject!: (error: AcctError) => void;
  const outcome = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // Prevents an unhandled rejection; callers who await the outcome handle it.
  outcome.catch(() => {});

  /** Reports the state to the handler. */
  const publish = () => status.set(statusOf(state));
  const send = (event: RequestEvent<T>) => {
    const before = state;
    state = next(state, event);
    if (state === before) return;
    if (state.name === "approved") resolve(state.result);
    if (state.name === "rejected") reject(state.error);
    publish();
    if (state.name === "approved" || state.name === "rejected") {
      outer.removeEventListener("abort", onAbort);
      ended.abort();
    }
  };
  const leave = (reason: unknown) =>
    send({ name: "reject", reason, obstacle: obstacleOf(shown.preview.get()) });
  const onAbort = () => {
    passkeyPrompt?.abort();
    send({ name: "abort" });
  };

  const request: DialogRequest<M> = {
    ...shown,
    id: randomId(),
    signal: ended.signal,
    status,
    async approve(choice) {
      if (state.name !== "review") throw new AcctError("not_ready");
      state = next<T>(state, { name: "approve" });
      passkeyPrompt = new AbortController();
      try {
        // Called first, because the passkey prompt must start in the click itself.
        const confirmed = onConfirm(choice, passkeyPrompt.signal);
        publish();
        const result = await confirmed;
        send({ name: "succeed", result });
        return result;
      } catch (thrown) {
        const error = toAcctError(thrown);
        send({ name: "fail", error, sent: sent?.() });
        throw error;
      }
    },
    reject(reason) {
      passkeyPrompt?.abort();
      leave(reason);
    },
  };

  outer.addEventListener("abort", onAbort);
  if (outer.aborted) onAbort();
  return { request, outcome, close: leave };
}
