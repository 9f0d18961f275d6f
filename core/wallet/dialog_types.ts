/** All types that a handler of dialogs meets: one list for every module that exports them. @module */
export type { Readable } from "../readable.ts";
export type {
  AccountView,
  ApprovalMethod,
  ApprovalRequest,
  AppView,
  AssetView,
  BundleView,
  CallView,
  ChainView,
  ChangeView,
  ChoiceOf,
  ConnectPreview,
  DigestView,
  ErrorView,
  ExplanationView,
  FeeOptionView,
  FeeView,
  FieldValue,
  FieldView,
  GrantPreview,
  KnownAccount,
  MessagePreview,
  OperationChoice,
  OperationPreview,
  OrderTerms,
  OrderView,
  PeriodUnit,
  PermissionView,
  PreviewOf,
  PreviewStatus,
  RevokePreview,
  SendCallsPreview,
  ShortageView,
  StatusPreview,
  TokenView,
  TypedDataPreview,
  UIHandler,
  UIHandlerConfig,
  Warning,
} from "./approval.ts";
export type { ClaimNameChoice, ClaimNamePreview, LabelState } from "./name_approval.ts";
export type { TextRecord } from "../name_claim.ts";
export type { LabelRefusal } from "../service/names_protocol.ts";
export type {
  AddPasskeyChoice,
  AddPasskeyPreview,
  ChangeOwnersPreview,
  OwnerChainView,
  OwnersView,
  OwnerView,
} from "./owner_approval.ts";
export type {
  HoldingView,
  NetworkView,
  ShowAccountChoice,
  ShowAccountPreview,
} from "./account_approval.ts";
