/**
 * Dialogs for AppSpecific mode: connecting, messages, typed data and transactions.
 *
 * @module
 */
export { ReactUIHandler, type ReactUIHandlerOptions } from "./react_ui_handler.ts";
export type { JawTheme, Theme } from "../core/options.ts";
export type {
  AccountView,
  ApprovalMethod,
  ApprovalRequest,
  AppView,
  CallView,
  ChainView,
  ChangeView,
  ChoiceOf,
  ConnectPreview,
  ErrorView,
  FeeView,
  GrantPreview,
  KnownAccount,
  MessagePreview,
  OperationPreview,
  PeriodUnit,
  PermissionView,
  PreviewOf,
  PreviewStatus,
  Readable,
  RevokePreview,
  SendCallsPreview,
  TokenView,
  TypedDataPreview,
  UIHandler,
  UIHandlerConfig,
  Warning,
} from "../core/wallet/approval.ts";
export type { Cause, CauseRow, causes } from "../core/errors.ts";
export type { Address, Hex } from "../core/hex.ts";
export type { PaymasterOption } from "../core/options.ts";
