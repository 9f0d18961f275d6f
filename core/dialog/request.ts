/**
 * What a dialog handler is given: an approval request that already holds everything to show and
 * the two ways out. A handler only displays.
 *
 * @module
 */
import type { Address, Hex } from "../lib/hex.ts";
import type { Cause } from "../protocol/errors.ts";
import type { PaymasterOption, Theme } from "../page/options.ts";
import type { Readable } from "../lib/readable.ts";
import type { FeeView, OperationChoice, ShortageView } from "./fee.ts";
import type { AddPasskeyChoice, AddPasskeyPreview, ChangeOwnersPreview } from "./owners.ts";
import type { PermissionView, StatusPreview } from "./views.ts";
import type { DigestView, ExplanationView } from "./explanation.ts";
import type { ShowAccountChoice, ShowAccountPreview } from "./account.ts";
import type { ClaimNameChoice, ClaimNamePreview } from "./name.ts";
import type { MessagePreview, TypedDataPreview } from "./signing.ts";

export type { Readable } from "../lib/readable.ts";
export type { AssetView, DigestView, OrderTerms, OrderView } from "./explanation.ts";
export type { ExplanationView, FieldValue, FieldView } from "./explanation.ts";
export type { FeeOptionView, FeeView, OperationChoice, ShortageView } from "./fee.ts";
export type { MessagePreview, TypedDataPreview } from "./signing.ts";
export type { BundleView, PeriodUnit, PermissionView, StatusPreview } from "./views.ts";

/** The methods that ask a person. */
export type DialogMethod =
  | "wallet_connect"
  | "acct_claimName"
  | "acct_addPasskey"
  | "acct_changeOwners"
  | "acct_showAccount"
  | "personal_sign"
  | "eth_signTypedData_v4"
  | "wallet_sendCalls"
  | "wallet_grantPermissions"
  | "wallet_revokePermissions"
  | "wallet_showCallsStatus";

/** The page that asks. */
export interface AppView {
  /** The page's own name for itself; bounded and cleaned, but still its own words. */
  readonly name: string;
  /** https URL of the page's logo, or `null`. */
  readonly logoUrl: string | null;
  /** The origin that the browser reports: the only trustworthy name of the page. */
  readonly origin: string;
}

/** A chain as a dialog names it. */
export interface ChainView {
  /** Chain id. */
  readonly id: number;
  /** Name. */
  readonly name: string;
  /** Whether its money is worthless. */
  readonly testnet: boolean;
  /** The native currency. */
  readonly nativeCurrency: {
    readonly name: string;
    readonly symbol: string;
    readonly decimals: number;
  };
}

/** An account as a dialog names it. */
export interface AccountView {
  /** Its address. */
  readonly address: Address;
  /** The name of its passkey or its ENS name. */
  readonly name?: string;
}

/** A token as the chain describes it. */
export interface TokenView {
  /** Contract, or `null` for the native currency. */
  readonly address: Address | null;
  /** Symbol, cleaned of control characters. */
  readonly symbol: string;
  /** Decimals. */
  readonly decimals: number;
}

/** Something the person should know before deciding; the text stands in the dialogs' tables. */
export interface Warning {
  /** What it is about. */
  readonly code:
    | "unlimited_approval"
    | "approval_for_all"
    | "permit"
    | "order_for_nothing"
    | "value_to_token"
    | "unknown_function"
    | "partly_read"
    | "look_alike"
    | "hidden_characters"
    | "not_text"
    | "other_chain"
    | "simulation_reverts"
    | "simulation_unavailable"
    | "passkey_not_backed_up";
  /** How grave it is. */
  readonly level: "info" | "warning" | "danger";
  /** The call it is about, by position. */
  readonly call?: number;
  /** Details that are data (an address, a revert reason), never a sentence. */
  readonly detail?: string;
}

/** One call, decoded on this machine from its bytes; or a step within one. */
export interface CallView {
  /** Position in the batch, or among the steps. */
  readonly index: number;
  /** Contract or recipient; of a router's own command the router. */
  readonly to: Address;
  /** Wei sent along. */
  readonly value: bigint;
  /** Call data; of a router's own command its input. */
  readonly data: Hex;
  /**
   * Of a step: the contract that makes it, if it is not the account itself. What is moved or allowed
   * is that contract's then.
   */
  readonly by?: Address;
  /** Of a step: it can fail, and the others are done all the same. */
  readonly mayFail?: boolean;
  /** What the call is, as far as its bytes tell. */
  readonly kind:
    | "send"
    | "token_transfer"
    | "token_approve"
    | "approval_for_all"
    | "item_transfer"
    | "call";
  /** Function name and arguments, where the selector is known. */
  readonly function?: {
    readonly name: string;
    readonly args: readonly {
      readonly name: string;
      readonly type: string;
      readonly value: string;
    }[];
  };
  /** What it does in words, where a descriptor or the page says so. */
  readonly explanation?: ExplanationView;
  /** The token moved or approved. */
  readonly token?: TokenView;
  /** Who receives or may spend. */
  readonly recipient?: Address;
  /** Amount in the token's smallest unit. */
  readonly amount?: bigint;
  /** Whether an approval has no practical bound. */
  readonly unlimited?: boolean;
}

/** A balance change that a simulation expects; never a promise. */
export interface ChangeView {
  /** The token. */
  readonly token: TokenView;
  /** Change in the smallest unit; negative for what leaves. */
  readonly delta: bigint;
}

/** How far a preview has come. */
export type PreviewStatus = "loading" | "ready" | "refreshing" | "error";

/** An error a dialog can show. */
export interface ErrorView {
  /** The cause: the key of the text table. */
  readonly cause: Cause;
  /** The sentence, in English, as a last resort. */
  readonly message: string;
}

/** An account that this device knows. */
export interface KnownAccount extends AccountView {
  /** The passkey's credential id, base64url. */
  readonly credentialId: string;
}

/** Preview of a connection. */
export interface ConnectPreview {
  /** How far it has come; passkeys can be used when `ready`. */
  readonly status: PreviewStatus;
  /** Why nothing works, with `error`. */
  readonly error?: ErrorView;
  /** Asks the service again, after an error. */
  readonly retry?: () => void;
  /** Accounts this device knows, last used first. */
  readonly known: readonly KnownAccount[];
  /** Whether the passkey that was just used is needed once more, to find its account on the chains. */
  readonly again?: boolean;
  /** Sign-in with Ethereum as the page asked for it. */
  readonly siwe?: {
    readonly domain: string;
    readonly statement?: string;
    readonly message?: string;
  };
  /** Things to know. */
  readonly warnings: readonly Warning[];
}

/** What every preview of an operation on chain shows. */
export interface OperationPreview {
  /** How far it has come. */
  readonly status: PreviewStatus;
  /** Why it cannot be sent, with `error`. */
  readonly error?: ErrorView;
  /** Expected balance changes, or `null` while unknown. */
  readonly changes: readonly ChangeView[] | null;
  /** Who pays, or `null` while unknown. */
  readonly fee: FeeView | null;
  /** What the account lacks; with it nothing can be confirmed. */
  readonly shortages?: readonly ShortageView[];
  /** Things to know. */
  readonly warnings: readonly Warning[];
  /** Rises whenever something the person reads became worse: the confirm guard starts again. */
  readonly revision: number;
  /** Asks the service again, after an error. */
  readonly retry?: () => void;
  /**
   * Has the fee prepared in another token, or in the native currency (`null`); there with
   * `fee.options`. The preview is `loading` until the new figures are there.
   */
  readonly chooseFee?: (token: Address | null) => void;
}

/** Preview of a batch of calls. */
export interface SendCallsPreview extends OperationPreview {
  /** The calls, decoded here; they are there from the start. */
  readonly calls: readonly CallView[];
  /** Works out the fingerprints (ERC-8213) of one call's data, for who asks for them. */
  readonly digests?: (call: CallView) => Promise<readonly DigestView[]>;
  /** The account that the calls are made for, where a permission of it is used. */
  readonly onBehalfOf?: Address;
}

/** Preview of a grant. */
export interface GrantPreview extends OperationPreview {
  /** What is granted. */
  readonly permission: PermissionView;
}

/** Preview of a revocation. */
export interface RevokePreview extends OperationPreview {
  /** Id of the permission; `null` for all of the account. */
  readonly id: Hex | null;
  /** What is taken back; absent if the service lost its copy. */
  readonly permission?: PermissionView;
}

/** What each method shows. */
export interface PreviewOf {
  /** Connecting. */
  readonly wallet_connect: ConnectPreview;
  /** A name to choose. */
  readonly acct_claimName: ClaimNamePreview;
  /** Another passkey of the account. */
  readonly acct_addPasskey: AddPasskeyPreview;
  /** Another owner, or one less. */
  readonly acct_changeOwners: ChangeOwnersPreview;
  /** The account. */
  readonly acct_showAccount: ShowAccountPreview;
  /** A message. */
  readonly personal_sign: MessagePreview;
  /** Typed data. */
  readonly eth_signTypedData_v4: TypedDataPreview;
  /** A batch of calls. */
  readonly wallet_sendCalls: SendCallsPreview;
  /** A permission to grant. */
  readonly wallet_grantPermissions: GrantPreview;
  /** A permission to take back. */
  readonly wallet_revokePermissions: RevokePreview;
  /** A bundle's status. */
  readonly wallet_showCallsStatus: StatusPreview;
}

/** What the person chooses. */
export interface ChoiceOf {
  /** A new passkey, any existing one, or a known account. */
  readonly wallet_connect:
    | { readonly kind: "create"; readonly name: string }
    | { readonly kind: "existing" }
    | { readonly kind: "continue"; readonly credentialId: string };
  /** A name, or none. */
  readonly acct_claimName: ClaimNameChoice;
  /** A passkey, or none. */
  readonly acct_addPasskey: AddPasskeyChoice;
  /** Yes, without more. */
  readonly acct_changeOwners: Readonly<Record<string, never>>;
  /** Nothing, another network, or the end of the connection. */
  readonly acct_showAccount: ShowAccountChoice;
  /** Yes, without more. */
  readonly personal_sign: Readonly<Record<string, never>>;
  /** Yes, without more. */
  readonly eth_signTypedData_v4: Readonly<Record<string, never>>;
  /** Who pays, and in what. */
  readonly wallet_sendCalls: OperationChoice;
  /** As for calls. */
  readonly wallet_grantPermissions: OperationChoice;
  /** As for calls. */
  readonly wallet_revokePermissions: OperationChoice;
  /** That it was read. */
  readonly wallet_showCallsStatus: Readonly<Record<string, never>>;
}

/** A request that waits for a person. */
export interface DialogRequest<M extends DialogMethod = DialogMethod> {
  /** Unique id. */
  readonly id: string;
  /** The method. */
  readonly method: M;
  /** Steps of a flow that belong together share `flow.id`, so that a handler keeps one window. */
  readonly flow: {
    readonly id: string;
    readonly step: number;
    /** Steps at most; a flow can turn out to be shorter. */
    readonly steps: number;
    /** Aborted when the flow is over, whatever `steps` said. */
    readonly ended?: AbortSignal;
  };
  /** The page that asks. */
  readonly app: AppView;
  /** The account, once one is known. */
  readonly account: AccountView | null;
  /** The chain. */
  readonly chain: ChainView;
  /** What to show; it fills in and refreshes while the person reads. */
  readonly preview: Readable<PreviewOf[M]>;
  /**
   * Says yes. Call it in the click itself: it runs the passkey, signs and submits. It rejects with
   * an `AcctError` that can be shown; another click may try again.
   */
  approve(choice: ChoiceOf[M]): Promise<unknown>;
  /** Says no. While a passkey prompt is open, it takes the prompt back. */
  reject(reason?: string): void;
  /** Aborted when the request has ended for any reason: whatever still shows it must go. */
  readonly signal: AbortSignal;
}

/** What a handler is told once. */
export interface UIHandlerConfig {
  /** The page's name. */
  readonly appName: string;
  /** The page's logo. */
  readonly appLogoUrl: string | null;
  /** Chain of the first connection. */
  readonly defaultChainId: number;
  /** Whether test networks are shown. */
  readonly showTestnets: boolean;
  /** ENS domain for names. */
  readonly ens?: string;
  /** Paymaster per chain id. */
  readonly paymasters?: Readonly<Record<number, PaymasterOption>>;
  /** Theme of `Acct.create`; a theme of the handler's own wins. */
  readonly theme?: Theme;
  /** Language tag (BCP 47) as the page gave it; the document's if absent. */
  readonly locale?: string;
}

/**
 * Renders the dialogs. `request` is given an {@linkcode DialogRequest} as `params` and resolves
 * when the person is done with it; rejecting before `approve` means 4001.
 */
export interface UIHandler {
  /** Called once; a second call throws. */
  init(config: UIHandlerConfig): void;
  /** Shows a request and resolves when the person is done. */
  request(method: string, params: unknown): Promise<unknown>;
  /** Whether this handler has a dialog for the method. */
  canHandle(method: string): boolean;
  /** Removes everything it put on the page. */
  cleanup(): void;
}
