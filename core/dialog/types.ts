/** Lists the types of dialog handlers once, for every module that exports them. @module */
export type { Readable } from "../lib/readable.ts";
export type {
  AccountView,
  AppView,
  AssetView,
  BundleView,
  CallView,
  ChainView,
  ChangeView,
  ChoiceOf,
  ConnectPreview,
  DialogMethod,
  DialogRequest,
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
  PermissionView,
  PreviewOf,
  PreviewStatus,
  RevokePreview,
  SendCallsPreview,
  ShortageView,
  SpendUnit,
  StatusPreview,
  TokenView,
  TypedDataPreview,
  UIHandler,
  UIHandlerConfig,
  Warning,
} from "./request.ts";
export type { ClaimNameChoice, ClaimNamePreview, LabelState } from "./name.ts";
export type { TextRecord } from "../names/claim.ts";
export type { LabelRefusal } from "../protocol/service/names.ts";
export type {
  AddPasskeyChoice,
  AddPasskeyPreview,
  ChangeOwnersPreview,
  OwnerChainView,
  OwnersView,
  OwnerView,
} from "./owners.ts";
export type { HoldingView, NetworkView, ShowAccountChoice, ShowAccountPreview } from "./account.ts";
