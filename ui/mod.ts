/**
 * Dialogs for AppSpecific mode: connecting, messages, typed data and transactions.
 *
 * @module
 */
export { ReactUIHandler, type ReactUIHandlerOptions } from "./react_ui_handler.ts";
export type { JawTheme, Theme } from "../core/options.ts";
export type {
  ApprovalMethod,
  ApprovalRequest,
  UIHandler,
  UIHandlerConfig,
} from "../core/wallet/approval.ts";
