/**
 * Dialogs for AppSpecific mode: connecting, messages, typed data and transactions.
 *
 * @example
 * ```ts
 * import { Acct, type AcctInstance, Mode } from "@sdk/core";
 * import { ReactUIHandler } from "@sdk/ui";
 *
 * export function createWallet(apiKey: string): AcctInstance {
 *   const uiHandler = new ReactUIHandler({ theme: { accentColor: "#0f766e" } });
 *   return Acct.create({ apiKey, preference: { mode: Mode.AppSpecific, uiHandler } });
 * }
 * ```
 *
 * @module
 */
export { ReactUIHandler, type ReactUIHandlerOptions } from "./react_ui_handler.ts";
export { type UserMessage, userMessage } from "./user_message.ts";
export type { JawTheme, Theme, UIHandler, UIHandlerConfig } from "@sdk/core/dialog";
