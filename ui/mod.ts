/**
 * Dialogs for AppSpecific mode: connecting, messages, typed data and transactions.
 *
 * @module
 */
export { ReactUIHandler, type ReactUIHandlerOptions } from "./react_ui_handler.ts";
export type {
  AccountView,
  Address,
  ApprovalMethod,
  ApprovalRequest,
  AppView,
  CallView,
  Cause,
  CauseRow,
  causes,
  ChainView,
  ChangeView,
  ChoiceOf,
  ConnectPreview,
  ErrorView,
  FeeView,
  GrantPreview,
  Hex,
  JawTheme,
  KnownAccount,
  MessagePreview,
  OperationPreview,
  PaymasterOption,
  PeriodUnit,
  PermissionView,
  PreviewOf,
  PreviewStatus,
  Readable,
  RevokePreview,
  SendCallsPreview,
  Theme,
  TokenView,
  TypedDataPreview,
  UIHandler,
  UIHandlerConfig,
  Warning,
} from "@sdk/core/approval";
