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
export type { AlarmView, DialogRequest, RequestStatus } from "./request.ts";
export type { ChoiceOf, DialogMethod, PreviewOf } from "./requests.ts";
export type { ConnectChoice, ConnectPreview, KnownAccount } from "./connect.ts";
export type { HoldingView, NetworkView, ShowAccountChoice, ShowAccountPreview } from "./account.ts";
export type { ClaimNameChoice, ClaimNamePreview, LabelState } from "./name.ts";
export type { TextRecord } from "../names/claim.ts";
export type { LabelRefusal } from "../wire/names.ts";
export type {
  AddPasskeyChoice,
  AddPasskeyPreview,
  ApprovalView,
  ChangeOwnersChoice,
  ChangeOwnersPreview,
  OwnerGrantView,
  RecoveryView,
} from "./owners.ts";
export type {
  OwnerChainView,
  OwnersView,
  OwnerView,
} from "../protocol/methods/account/acct_get_owners.ts";
export type { MessagePreview, SignChoice, SignInView, TypedDataPreview } from "./signing.ts";
export type { AllowanceView, ReadingView, TransferView } from "./reading.ts";
export type {
  BoundsView,
  ChangeView,
  GrantPreview,
  ItemView,
  LoweredGrantView,
  OperationPreview,
  RevokeNetworkView,
  RevokePreview,
  SendCallsPreview,
} from "./operation.ts";
export type { AgentView, PermissionView, RuleView } from "./permission.ts";
export type { RuleDetail, RuleKind } from "../permission/limits/rules.ts";
export type { SpendUnit } from "../permission/limits/period.ts";
export type { BundleView, PastTransferView, StatusPreview } from "./bundle.ts";
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
export type { UpgradeAccountPreview } from "./operation.ts";
export type { WatchAssetPreview } from "./account.ts";
