/** Defines the tables of text. Every language is a complete table of this type. @module */
import type { Cause, LabelState, SpendUnit, Warning } from "@sdk/core/dialog";
import type { EndingWords } from "./screens/ending_grants.ts";
import type { GrantWords } from "./screens/grant.ts";
import type { PartyWords } from "./screens/party.ts";
import type { PermissionWords } from "./screens/permission.ts";
import type { ReadingWords } from "./screens/reading.ts";
import type { RecoveryWords } from "./screens/recovery.ts";
import type { SignInWords } from "./screens/sign_in.ts";
import type { StatusWords } from "./screens/status.ts";
import type { SuccessWords } from "./screens/success.ts";
import type { UpgradeWords } from "./screens/upgrade_account.ts";
import type { WatchAssetWords } from "./screens/watch_asset.ts";

/** An error in words: what happened and what was not done, then what to do. */
export interface CauseText {
  /** A short title. */
  readonly title: string;
  /** The part that was not done, and advice. */
  readonly body: string;
}

/** A change of owners in words. */
export interface OwnerText {
  /** Headline. */
  readonly title: string;
  /** Consequences of the change. */
  readonly intro: string;
  /** On the button. */
  readonly action: string;
}

/** A language that has a table. */
export type Language = "en" | "de" | "ar" | "es" | "ja";

/** Words of single screens. */
export interface ScreenWords {
  readonly ending: EndingWords;
  readonly grant: GrantWords;
  readonly party: PartyWords;
  readonly permission: PermissionWords;
  readonly reading: ReadingWords;
  readonly recovery: RecoveryWords;
  readonly signIn: SignInWords;
  readonly status: StatusWords;
  readonly success: SuccessWords;
  readonly upgrade: UpgradeWords;
  readonly watchAsset: WatchAssetWords;
}

/** Text of the dialogs in one language: what several use, and what is needed at once. */
export interface Text {
  /** The language. */
  readonly language: Language;
  /** Writing direction. */
  readonly dir: "ltr" | "rtl";
  // Everywhere
  readonly close: string;
  readonly cancel: string;
  readonly back: string;
  readonly retry: string;
  readonly done: string;
  readonly loading: string;
  readonly copy: string;
  readonly copied: string;
  readonly details: string;
  readonly showAll: (count: string) => string;
  readonly showLess: string;
  readonly usePasskey: string;
  readonly usePasskeyHint: string;
  readonly sending: string;
  readonly stillWorking: string;
  /** A page covers the frame that the dialog is in. */
  readonly covered: CauseText;
  /** Opens the dialog in a window of its own. */
  readonly openWindow: string;
  /** Title of the balances. */
  readonly balances: string;
  readonly noBalances: string;
  /** Ends the page's connection to the account. */
  readonly disconnect: string;
  readonly manage: string;
  /** No network while something was asked for; it is asked again by itself. */
  readonly offline: CauseText;
  /** No network while something was sent; a new click is needed. */
  readonly offlineFailure: CauseText;
  /** No answer for a while. */
  readonly slow: CauseText;
  /** No newer figures for a while. */
  readonly slowRefresh: CauseText;
  readonly wait: string;
  readonly account: string;
  readonly network: string;
  readonly testNetwork: string;
  readonly step: (step: string, steps: string) => string;
  readonly siteSays: string;
  readonly insecureOrigin: string;
  readonly nextStep: string;
  readonly technical: string;
  readonly fingerprints: string;
  readonly fingerprintsHint: string;
  // Connecting
  readonly connectTitle: (app: string) => string;
  /** Instead of `connectTitle` on the wallet's own page. */
  readonly connectOwn: string;
  readonly connectIntro: string;
  readonly connectKnown: string;
  readonly defaultAccountName: string;
  readonly create: string;
  readonly createOther: string;
  readonly existing: string;
  /** Uses a passkey of the wallet host that this one continues. */
  readonly existingOf: (host: string) => string;
  readonly existingElsewhere: string;
  readonly continueAny: string;
  readonly connectImmediate: string;
  readonly existingOther: string;
  readonly againTitle: string;
  readonly againIntro: string;
  readonly againAction: string;
  readonly continueAs: (name: string) => string;
  readonly signInTo: (domain: string) => string;
  readonly passkeyPromise: string;
  /** Link to help with a lost passkey. */
  readonly lost: string;
  /** Passkeys cannot be used in this browser. */
  readonly unsupported: CauseText;
  readonly unsupportedInsecure: string;
  readonly unsupportedOpen: string;
  /** The page's own policy forbids passkeys. */
  readonly blockedByPage: CauseText;
  /** The embedding page does not allow passkeys in the frame. */
  readonly blockedInFrame: CauseText;
  readonly pageAddress: string;
  // Names
  readonly nameTitle: string;
  readonly nameIntro: string;
  readonly nameLabel: string;
  readonly nameClaim: (name: string) => string;
  readonly nameClaimNone: string;
  readonly nameSkip: string;
  readonly nameDone: (name: string) => string;
  readonly nameRecords: string;
  readonly nameStates: Readonly<Record<LabelState, string>>;
  // Calls
  readonly send: (amounts: string) => string;
  readonly give: (amount: string) => string;
  readonly sendTo: string;
  readonly allow: (amount: string) => string;
  readonly allowAll: (symbol: string) => string;
  readonly allowLess: (amount: string) => string;
  readonly sendUnknown: string;
  readonly allowUnknown: string;
  readonly allowTo: string;
  readonly allowCollection: string;
  readonly callFunction: (name: string) => string;
  readonly callContract: string;
  readonly sendItem: string;
  readonly describedByWallet: string;
  readonly describedBy: (origin: string) => string;
  readonly describedHint: string;
  readonly describedByConvention: string;
  readonly thisContract: string;
  readonly stepsInside: (count: number, shown: string) => string;
  readonly stepsThrough: (contract: string) => string;
  readonly stepsUnread: (count: number, shown: string) => string;
  readonly through: (contract: string, title: string) => string;
  readonly mayFail: string;
  readonly function: string;
  readonly yourAccount: string;
  readonly item: (id: string) => string;
  readonly yes: string;
  readonly no: string;
  readonly actions: (count: number, shown: string) => string;
  readonly confirm: string;
  readonly confirmActions: (count: number, shown: string) => string;
  readonly to: string;
  readonly spender: string;
  readonly contract: string;
  readonly value: string;
  readonly data: string;
  readonly bytes: (count: string) => string;
  readonly expected: string;
  readonly expectedHint: string;
  readonly noChanges: string;
  /** Label of the button that leads to what was not in sight yet. */
  readonly review: string;
  /** Label of a loss and of a gain. */
  readonly gives: string;
  readonly gets: string;
  /** The estimate of a transfer shows other changes than what it sends. */
  readonly differs: (changes: string) => CauseText;
  readonly unlisted: string;
  readonly leavesAtMost: string;
  readonly checkedByAccount: string;
  readonly notBounded: string;
  readonly fee: string;
  readonly feeFree: string;
  readonly paidBy: (sponsor: string) => string;
  readonly paidByUser: string;
  readonly feeMaximum: (amount: string) => string;
  readonly feeExpected: (amount: string) => string;
  readonly feeBalance: (amount: string) => string;
  readonly feeLoading: string;
  readonly feeChoice: (symbol: string) => string;
  readonly feeChoose: string;
  readonly feeObstacle: Readonly<Record<"balance" | "limit" | "unavailable", string>>;
  readonly sponsorFailed: string;
  readonly sponsorFailedHint: (amount: string) => string;
  readonly payMyself: (amount: string) => string;
  readonly payAndConfirm: string;
  readonly notEnough: (symbol: string) => string;
  readonly notEnoughHint: (need: string, have: string) => string;
  readonly describeShortage: (symbol: string) => string;
  readonly missing: (amount: string) => string;
  readonly receiveAt: (network: string) => string;
  readonly unlimited: string;
  // Messages
  readonly signTitle: string;
  readonly signIntro: string;
  readonly sign: string;
  readonly message: string;
  readonly showBytes: string;
  readonly typedTitle: (type: string) => string;
  readonly typedIntro: string;
  readonly permitTitle: string;
  readonly orderTitle: (exchange: string) => string;
  readonly youGive: string;
  readonly youGet: string;
  readonly orderOpen: string;
  readonly orders: (count: number, shown: string) => string;
  readonly orderNumber: (number: string) => string;
  readonly ordersEmpty: (count: number, shown: string) => string;
  readonly nothing: string;
  /** Nothing leaves with these calls, but what they allow can leave later. */
  readonly leavesLater: string;
  /** A transaction that carries neither value nor data. */
  readonly sendEmpty: string;
  readonly anyItem: string;
  readonly more: (count: string) => string;
  readonly token: string;
  readonly amount: string;
  readonly smallestUnit: string;
  readonly validUntil: string;
  readonly domain: string;
  readonly verifyingContract: string;
  readonly items: (count: number, shown: string) => string;
  readonly empty: string;
  readonly wholeValue: string;
  readonly hiddenMark: (code: string) => string;
  // Permissions
  readonly grantTitle: string;
  readonly grantIntro: string;
  readonly grantSigned: string;
  readonly grantAction: string;
  readonly revokeTitle: string;
  readonly revokeIntro: string;
  readonly revokeAction: string;
  readonly revokeAllTitle: string;
  readonly revokeAllIntro: string;
  readonly revokeAllAction: string;
  readonly permissionId: string;
  readonly maySpend: string;
  readonly mayCall: string;
  readonly onlyTransfers: string;
  readonly validFrom: string;
  readonly upTo: (amount: string) => string;
  readonly remaining: (amount: string) => string;
  readonly everySome: (duration: string) => string;
  readonly periods: Readonly<Record<SpendUnit, string>>;
  // Owners
  readonly later: string;
  readonly passkey: string;
  readonly address: string;
  readonly passkeyName: string;
  readonly passkeyNameHint: string;
  readonly passkeyHere: (name: string) => string;
  readonly addPasskeyTitle: string;
  readonly addPasskeyIntro: string;
  readonly addPasskeyOffer: string;
  readonly addPasskeyAction: string;
  readonly ownerAddPasskey: OwnerText;
  readonly ownerAddAddress: OwnerText;
  readonly ownerRemove: OwnerText;
  readonly ownerFull: string;
  readonly ownerAddressRisk: CauseText;
  readonly ownerRemoveHere: CauseText;
  readonly ownerStillValid: string;
  readonly ownerStillValidOn: (chains: string) => string;
  readonly ownersAhead: string;
  readonly ownersAheadOn: (chains: string) => string;
  readonly ownersForked: string;
  readonly ownersForkedOn: (chains: string) => string;
  readonly ownerStays: string;
  readonly ownerStaysRecovery: string;
  readonly ownersLost: string;
  readonly ownersLostOn: (chains: string) => string;
  readonly codeUnknown: string;
  readonly codeUnknownOn: (chains: string) => string;
  // Warnings, with the data that the warning carries
  readonly warnings: Readonly<Record<Warning["code"], (detail: string) => CauseText>>;
  // Causes that a user can meet in a dialog; the others are `otherCause`
  readonly causes: Readonly<Partial<Record<Cause, CauseText>>>;
  readonly otherCause: CauseText;
  /** A cancel in an app's own web view, where the user may not have been prompted. */
  readonly cancelledInApp: CauseText;
  /** Another cancel, on a device that may not be able to verify its user. */
  readonly cancelledAgain: CauseText;
  readonly screens: ScreenWords;
}
