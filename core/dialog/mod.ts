/**
 * Exports the API for dialog handlers: requests, observable values and errors. It has almost no
 * dependencies, so that a handler does not load the provider.
 *
 * @example A handler with a single button
 * ```ts
 * import type { DialogRequest, UIHandler } from "@sdk/core/dialog";
 *
 * export const handler: UIHandler = {
 *   init() {},
 *   canHandle: (method) => method === "personal_sign",
 *   request(_method, params) {
 *     const request = params as DialogRequest<"personal_sign">;
 *     const button = document.createElement("button");
 *     button.textContent = `Sign for ${request.app.name}`;
 *     document.body.append(button);
 *     request.signal.addEventListener("abort", () => button.remove());
 *     return new Promise((resolve) => {
 *       button.onclick = () => resolve(request.approve({}));
 *     });
 *   },
 *   cleanup() {},
 * };
 * ```
 *
 * @module
 */
export { AcctError, type Cause, type CauseRow, causes, type ErrorData } from "../ground/errors.ts";
export type { Mode } from "../ground/mode.ts";
export { type Writable, writable } from "../lib/readable.ts";
export {
  MAX_ACCOUNT_NAME_LENGTH,
  MAX_RECOVERY_DELAY_S,
  MIN_RECOVERY_DELAY_S,
  UNNOTIFIED_RECOVERY_DELAY_S,
} from "../ground/limits.ts";
export { hasHidden } from "../lib/hidden.ts";
export { isRevocation } from "../lib/revocation.ts";
export { isUnlimited } from "../lib/unlimited.ts";
export type * from "./types.ts";
export type { LinkView, ShowLink } from "../protocol/link_view.ts";
