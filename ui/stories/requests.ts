/** Opens the requests of the stories. @module */
import type { DialogMethod, DialogRequest } from "../../core/dialog/types.ts";
import type { Readable } from "../../core/lib/readable.ts";
import { openRequest } from "../../core/wallet/prompt/open_request.ts";

/** Approval handler of a request. */
export type Answer = (choice: unknown, signal: AbortSignal) => Promise<unknown>;
/** Approval that stays pending. */
export const never: Answer = () => new Promise(() => {});

/** Parts of a request that handlers show. */
type Shown<M extends DialogMethod> = Pick<
  DialogRequest<M>,
  "method" | "flow" | "app" | "account" | "chain" | "preview"
>;

/** Changes of a request. */
export interface Changes {
  /** Approves it; stays pending by default. */
  readonly approve?: Answer;
  /** Withdraws it. */
  readonly signal?: AbortSignal;
  /** Flow of the request. */
  readonly flow?: DialogRequest["flow"];
  /** Preview of the request. */
  readonly preview?: Readable<unknown>;
}

/** Opens a request like the wallet. */
export function open<M extends DialogMethod>(shown: Shown<M>, changes: Changes): DialogRequest<M> {
  const { approve = never, signal = new AbortController().signal } = changes;
  return openRequest({ ...shown, onConfirm: approve }, signal).request;
}

/** Opens a request like another one, with changes. */
export function reopen(
  { method, flow, app, account, chain, preview }: DialogRequest,
  changes: Changes,
): DialogRequest {
  const shown = { method, flow: changes.flow ?? flow, app, account, chain };
  // The caller passes a preview of the method.
  return open({ ...shown, preview: (changes.preview ?? preview) as typeof preview }, changes);
}
