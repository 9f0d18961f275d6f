/**
 * Types of dialog requests. A request holds everything to show and the functions that confirm or
 * reject it; a handler only displays it.
 *
 * @module
 */
import type { Readable } from "../lib/readable.ts";
import type { ShowAccountChoice, ShowAccountPreview } from "./account.ts";
import type { AccountView, AppView, ChainView } from "./common.ts";
import type { ConnectChoice, ConnectPreview } from "./connect.ts";
import type { StatusPreview } from "./bundle.ts";
import type { OperationChoice } from "./fee.ts";
import type { ClaimNameChoice, ClaimNamePreview } from "./name.ts";
import type { GrantPreview, RevokePreview, SendCallsPreview } from "./operation.ts";
import type { AddPasskeyChoice, AddPasskeyPreview, ChangeOwnersPreview } from "./owners.ts";
import type { RequestStatus } from "./request_status.ts";
import type { MessagePreview, TypedDataPreview } from "./signing.ts";

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
  readonly wallet_connect: ConnectChoice;
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
  /** Where the request stands; it changes with each answer. */
  readonly status: Readable<RequestStatus>;
  /**
   * Confirms the request. Call it directly in the click: it prompts for the passkey, signs and
   * submits. It rejects with an `AcctError` to show; another click may try again.
   */
  approve(choice: ChoiceOf[M]): Promise<unknown>;
  /**
   * Rejects the request. An open passkey prompt is cancelled first; a signature that was made
   * nevertheless counts.
   */
  reject(reason?: string): void;
  /** Aborted when the request ends for any reason; the handler must then close its dialog. */
  readonly signal: AbortSignal;
}
