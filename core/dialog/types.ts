/** Lists the types of dialog handlers once, for every module that exports them. @module */
export type { Address, Hex } from "../lib/hex.ts";
export type { Readable } from "../lib/readable.ts";
export type { PaymasterOption } from "../fee/paymaster.ts";
export type { JawTheme, Theme } from "./theme.ts";
export type {
  AccountView,
  AppView,
  ChainView,
  ErrorView,
  FiatView,
  PartyView,
  PreviewStatus,
  TokenView,
  Warning,
} from "./common.ts";
export type { UIHandler, UIHandlerConfig } from "./handler.ts";
export type { AlarmView, DialogRequest } from "./request.ts";
export type { ChoiceOf, DialogMethod, PreviewOf } from "../protocol/requests.ts";
export type { RequestStatus } from "./request_status.ts";
export type { ConnectChoice, ConnectPreview, KnownAccount } from "./connect.ts";
export type { HoldingView, NetworkView, ShowAccountChoice, ShowAccountPreview } from "./account.ts";
export type { ClaimNameChoice, ClaimNamePreview, LabelState } from "./name.ts";
export type { TextRecord } from "../names/claim.ts";
export type { LabelRefusal } from "../protocol/service/names.ts";
export type {
  AddPasskeyChoice,
  AddPasskeyPreview,
  ApprovalView,
  ChangeOwnersChoice,
  ChangeOwnersPreview,
  OwnerChainView,
  OwnerGrantView,
  OwnersView,
  OwnerView,
  RecoveryView,
} from "./owners.ts";
export type { MessagePreview, SignChoice, SignInView, TypedDataPreview } from "./signing.ts";
export type { AllowedView, GivenView, ReadingView } from "./reading.ts";
export type {
  BoundsView,
  ChangeView,
  GrantPreview,
  ItemView,
  LessView,
  OperationPreview,
  RevokeNetworkView,
  RevokePreview,
  SendCallsPreview,
} from "./operation.ts";
export type { AgentView, PermissionView, RuleView } from "./permission.ts";
export type { RuleDetail, RuleKind } from "../permission/rules/rules.ts";
export type { SpendUnit } from "../permission/period.ts";
export type { BundleView, StatusPreview } from "./bundle.ts";
export type { FeeOptionView, FeeView, OperationChoice, ShortageView } from "./fee.ts";
export type {
  AssetView,
  CallView,
  DigestView,
  ExplanationView,
  FieldValue,
  FieldView,
  OrderTerms,
  OrderView,
} from "./explanation.ts";
