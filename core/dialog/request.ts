/**
 * Types of dialog requests. A request holds everything to show and the functions that confirm or
 * reject it; a handler only displays it.
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
export type { BundleView, PermissionView, StatusPreview } from "./views.ts";
export type { SpendUnit } from "../permission/period.ts";

/** The methods that prompt the user. */
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

/** The requesting dApp. */
export interface AppView {
  /** Name chosen by the dApp; bounded and cleaned, but not verified. */
  readonly name: string;
  /** https URL of the dApp's logo, or `null`. */
  readonly logoUrl: string | null;
  /** Origin reported by the browser: the only verified identity of the dApp. */
  readonly origin: string;
}

/** A chain, described for dialogs. */
export interface ChainView {
  /** Chain id. */
  readonly id: number;
  /** Display name. */
  readonly name: string;
  /** True for a test network. */
  readonly testnet: boolean;
  /** Native currency of the chain. */
  readonly nativeCurrency: {
    readonly name: string;
    readonly symbol: string;
    readonly decimals: number;
  };
}

/** An account, described for dialogs. */
export interface AccountView {
  /** Account address. */
  readonly address: Address;
  /** ENS name, or the name of its passkey. */
  readonly name?: string;
}

/** A token, as described by the chain. */
export interface TokenView {
  /** Contract, or `null` for the native currency. */
  readonly address: Address | null;
  /** Symbol, cleaned of control characters. */
  readonly symbol: string;
  /** Decimals of an amount in the smallest unit. */
  readonly decimals: number;
}

/** A warning for the user; its text is in the dialogs' text tables. */
export interface Warning {
  /** Subject of the warning. */
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
  /** Severity. */
  readonly level: "info" | "warning" | "danger";
  /** Index of the call that it concerns. */
  readonly call?: number;
  /** Data such as an address or a revert reason, never a sentence. */
  readonly detail?: string;
}

/** A call or a step of one, decoded from its bytes on this device. */
export interface CallView {
  /** Index in the batch, or among the steps. */
  readonly index: number;
  /** Contract or recipient; for a router's command the router. */
  readonly to: Address;
  /** Value in wei. */
  readonly value: bigint;
  /** Call data; for a router's command its input. */
  readonly data: Hex;
  /**
   * Caller of a step, if it is not the account itself. The step then moves or approves that
   * contract's tokens.
   */
  readonly by?: Address;
  /** True for a step that may fail without stopping the others. */
  readonly mayFail?: boolean;
  /** Kind of call, according to its bytes. */
  readonly kind:
    | "send"
    | "token_transfer"
    | "token_approve"
    | "approval_for_all"
    | "item_transfer"
    | "call";
  /** Function name and arguments, if the selector is known. */
  readonly function?: {
    readonly name: string;
    readonly args: readonly {
      readonly name: string;
      readonly type: string;
      readonly value: string;
    }[];
  };
  /** Description from a descriptor or the dApp. */
  readonly explanation?: ExplanationView;
  /** Token that is moved or approved. */
  readonly token?: TokenView;
  /** Recipient or spender. */
  readonly recipient?: Address;
  /** Amount in the token's smallest unit. */
  readonly amount?: bigint;
  /** True for an approval without a practical limit. */
  readonly unlimited?: boolean;
}

/** A balance change expected by the simulation, without guarantee. */
export interface ChangeView {
  /** Token whose balance changes. */
  readonly token: TokenView;
  /** Change in the smallest unit; negative if the token leaves. */
  readonly delta: bigint;
}

/** State of a preview. */
export type PreviewStatus = "loading" | "ready" | "refreshing" | "error";

/** An error to show in a dialog. */
export interface ErrorView {
  /** Cause, as the key of the text table. */
  readonly cause: Cause;
  /** Message in English, as a fallback. */
  readonly message: string;
}

/** An account of this device. */
export interface KnownAccount extends AccountView {
  /** Credential id of the passkey, base64url. */
  readonly credentialId: string;
}

/** Preview of a connection. */
export interface ConnectPreview {
  /** State of loading; passkeys can be used when `ready`. */
  readonly status: PreviewStatus;
  /** Error that blocks connecting; set with status `error`. */
  readonly error?: ErrorView;
  /** Loads again after an error. */
  readonly retry?: () => void;
  /** Accounts of this device, last used first. */
  readonly known: readonly KnownAccount[];
  /** True if the same passkey is needed once more, to find its account on the chains. */
  readonly again?: boolean;
  /** Requested sign-in with Ethereum. */
  readonly siwe?: {
    readonly domain: string;
    readonly statement?: string;
    readonly message?: string;
  };
  /** Warnings to show. */
  readonly warnings: readonly Warning[];
}

/** Preview of any operation on a chain. */
export interface OperationPreview {
  /** State of loading. */
  readonly status: PreviewStatus;
  /** Error of preparing; set with status `error`. */
  readonly error?: ErrorView;
  /** Expected balance changes, or `null` while loading. */
  readonly changes: readonly ChangeView[] | null;
  /** Fee and its payer, or `null` while loading. */
  readonly fee: FeeView | null;
  /** Tokens that the account lacks; if set, the operation cannot be confirmed. */
  readonly shortages?: readonly ShortageView[];
  /** Warnings to show. */
  readonly warnings: readonly Warning[];
  /** Increases when shown values get worse for the user; the confirm guard then restarts. */
  readonly revision: number;
  /** Loads again after an error. */
  readonly retry?: () => void;
  /**
   * Prepares the fee in another token, or in the native currency (`null`); set with `fee.options`.
   * The preview is `loading` until the new quote arrives.
   */
  readonly chooseFee?: (token: Address | null) => void;
}

/** Preview of a batch of calls. */
export interface SendCallsPreview extends OperationPreview {
  /** Calls, decoded on this device; available from the start. */
  readonly calls: readonly CallView[];
  /** Computes the digests (ERC-8213) of a call's data on demand. */
  readonly digests?: (call: CallView) => Promise<readonly DigestView[]>;
  /** Account that granted the permission which the calls use. */
  readonly onBehalfOf?: Address;
}

/** Preview of a grant. */
export interface GrantPreview extends OperationPreview {
  /** Permission to grant. */
  readonly permission: PermissionView;
}

/** Preview of a revocation. */
export interface RevokePreview extends OperationPreview {
  /** Id of the permission; `null` for all permissions of the account. */
  readonly id: Hex | null;
  /** Permission to revoke; absent if the service has no copy. */
  readonly permission?: PermissionView;
}

/** Preview type of each method. */
export interface PreviewOf {
  /** Connection. */
  readonly wallet_connect: ConnectPreview;
  /** Name to claim. */
  readonly acct_claimName: ClaimNamePreview;
  /** Passkey to add. */
  readonly acct_addPasskey: AddPasskeyPreview;
  /** Owner to add or remove. */
  readonly acct_changeOwners: ChangeOwnersPreview;
  /** Account to show. */
  readonly acct_showAccount: ShowAccountPreview;
  /** Message to sign. */
  readonly personal_sign: MessagePreview;
  /** Typed data to sign. */
  readonly eth_signTypedData_v4: TypedDataPreview;
  /** Batch of calls to send. */
  readonly wallet_sendCalls: SendCallsPreview;
  /** Permission to grant. */
  readonly wallet_grantPermissions: GrantPreview;
  /** Permission to revoke. */
  readonly wallet_revokePermissions: RevokePreview;
  /** Status of a bundle. */
  readonly wallet_showCallsStatus: StatusPreview;
}

/** The user's choice for each method. */
export interface ChoiceOf {
  /** Create a passkey, use an existing one, or continue with a known account. */
  readonly wallet_connect:
    | { readonly kind: "create"; readonly name: string }
    | { readonly kind: "existing" }
    | { readonly kind: "continue"; readonly credentialId: string };
  /** Claim a name, or skip. */
  readonly acct_claimName: ClaimNameChoice;
  /** Create a passkey, or skip. */
  readonly acct_addPasskey: AddPasskeyChoice;
  /** No options. */
  readonly acct_changeOwners: Readonly<Record<string, never>>;
  /** Close, switch networks, or disconnect. */
  readonly acct_showAccount: ShowAccountChoice;
  /** No options. */
  readonly personal_sign: Readonly<Record<string, never>>;
  /** No options. */
  readonly eth_signTypedData_v4: Readonly<Record<string, never>>;
  /** Payer and fee token. */
  readonly wallet_sendCalls: OperationChoice;
  /** Payer and fee token. */
  readonly wallet_grantPermissions: OperationChoice;
  /** Payer and fee token. */
  readonly wallet_revokePermissions: OperationChoice;
  /** No options. */
  readonly wallet_showCallsStatus: Readonly<Record<string, never>>;
}

/** A request that waits for the user. */
export interface DialogRequest<M extends DialogMethod = DialogMethod> {
  /** Unique id of the request. */
  readonly id: string;
  /** Requested method. */
  readonly method: M;
  /** Steps of a flow share `flow.id`, so that a handler can keep one window. */
  readonly flow: {
    readonly id: string;
    readonly step: number;
    /** Maximum number of steps; a flow can end earlier. */
    readonly steps: number;
    /** Aborted when the flow ends, whatever `steps` said. */
    readonly ended?: AbortSignal;
  };
  /** The requesting dApp. */
  readonly app: AppView;
  /** The account; `null` while connecting. */
  readonly account: AccountView | null;
  /** Chain of the request. */
  readonly chain: ChainView;
  /** Data to show; it loads and refreshes while the user reads. */
  readonly preview: Readable<PreviewOf[M]>;
  /**
   * Confirms the request. Call it directly in the click: it prompts for the passkey, signs and
   * submits. It rejects with an `AcctError` to show; another click may try again.
   */
  approve(choice: ChoiceOf[M]): Promise<unknown>;
  /** Rejects the request; while a passkey prompt is open, only cancels that prompt. */
  reject(reason?: string): void;
  /** Aborted when the request ends for any reason; the handler must then close its dialog. */
  readonly signal: AbortSignal;
}

/** Configuration of a handler. */
export interface UIHandlerConfig {
  /** Name of the dApp. */
  readonly appName: string;
  /** Logo URL of the dApp, or `null`. */
  readonly appLogoUrl: string | null;
  /** Chain of the first connection. */
  readonly defaultChainId: number;
  /** True if test networks are shown. */
  readonly showTestnets: boolean;
  /** ENS domain for the names of new accounts. */
  readonly ens?: string;
  /** Paymaster per chain id. */
  readonly paymasters?: Readonly<Record<number, PaymasterOption>>;
  /** Theme of `Acct.create`; the handler's own theme takes precedence. */
  readonly theme?: Theme;
  /** Language tag (BCP 47) chosen by the dApp; the document's if absent. */
  readonly locale?: string;
}

/**
 * Renders the dialogs. `request` receives a {@linkcode DialogRequest} as `params` and resolves when
 * the user has closed the dialog; rejecting before `approve` means 4001.
 */
export interface UIHandler {
  /** Initializes the handler; a second call throws. */
  init(config: UIHandlerConfig): void;
  /** Shows a request and resolves when the user has closed the dialog. */
  request(method: string, params: unknown): Promise<unknown>;
  /** Returns true if the handler has a dialog for the method. */
  canHandle(method: string): boolean;
  /** Removes everything that the handler added to the page. */
  cleanup(): void;
}
