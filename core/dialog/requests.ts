/**
 * Defines requests to the wallet. `LocalWallet` shows them in the current page, `RemoteWallet`
 * forwards them to the wallet host; callers work with either.
 *
 * @module
 */
import type { Hex } from "../lib/hex.ts";
import type { ShowAccountChoice, ShowAccountPreview } from "./account.ts";
import type { StatusPreview } from "./bundle.ts";
import type { ConnectChoice, ConnectPreview } from "./connect.ts";
import type { OperationChoice } from "./fee.ts";
import type { ClaimNameChoice, ClaimNamePreview } from "./name.ts";
import type { GrantPreview, RevokePreview, SendCallsPreview } from "./operation.ts";
import type {
  AddPasskeyChoice,
  AddPasskeyPreview,
  ChangeOwnersChoice,
  ChangeOwnersPreview,
} from "./owners.ts";
import type { OwnersView } from "../protocol/methods/account/acct_get_owners.ts";
import type { MessagePreview, SignChoice, TypedDataPreview } from "./signing.ts";
import type { WalletGrantPermissionsResponse } from "../permission/details.ts";
import type { AddPasskeyRequest } from "../protocol/methods/account/acct_add_passkey.ts";
import type { ChangeOwnersRequest } from "../protocol/methods/account/acct_change_owners.ts";
import type { ClaimNameRequest } from "../protocol/methods/account/acct_claim_name.ts";
import type { ShowAccountRequest } from "../protocol/methods/account/acct_show_account.ts";
import type { UpgradeAccountRequest } from "../protocol/methods/account/acct_upgrade_account.ts";
import type { UpgradeAccountPreview } from "./operation.ts";
import type { WatchAssetWalletRequest } from "../protocol/methods/account/wallet_watch_asset.ts";
import type { WatchAssetPreview } from "./account.ts";
import type { SendCallsWalletRequest } from "../protocol/methods/calls/wallet_send_calls.ts";
import type { ShowCallsStatusRequest } from "../protocol/methods/calls/wallet_show_calls_status.ts";
import type {
  ConnectedAccount,
  ConnectRequest,
} from "../protocol/methods/connection/wallet_connect.ts";
import type { GrantWalletRequest } from "../protocol/methods/permissions/wallet_grant_permissions.ts";
import type { RevokeWalletRequest } from "../protocol/methods/permissions/wallet_revoke_permissions.ts";
import type { SignTypedDataRequest } from "../protocol/methods/signing/eth_sign_typed_data_v4.ts";
import type { SignMessageRequest } from "../protocol/methods/signing/personal_sign.ts";

export type {
  ConnectedAccount,
  NameRequest,
} from "../protocol/methods/connection/wallet_connect.ts";
export type { SiweRequest } from "../siwe/request.ts";
export type { SponsorRequest } from "../schema/fields.ts";

/** The methods that prompt the user. */
export type DialogMethod = keyof PreviewOf;

/** The method that connects. */
export const CONNECT = "wallet_connect" as const;

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
  /** Update of the account's code. */
  readonly acct_upgradeAccount: UpgradeAccountPreview;
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
  /** Token to show. */
  readonly wallet_watchAsset: WatchAssetPreview;
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
  readonly acct_changeOwners: ChangeOwnersChoice;
  /** Close, switch networks, or disconnect. */
  readonly acct_showAccount: ShowAccountChoice;
  /** Payer and fee token. */
  readonly acct_upgradeAccount: OperationChoice;
  /** Consent to a sign-in for another site. */
  readonly personal_sign: SignChoice;
  /** Consent to a sign-in for another site. */
  readonly eth_signTypedData_v4: SignChoice;
  /** Payer and fee token. */
  readonly wallet_sendCalls: OperationChoice;
  /** Payer and fee token. */
  readonly wallet_grantPermissions: OperationChoice;
  /** Payer and fee token. */
  readonly wallet_revokePermissions: OperationChoice;
  /** No options. */
  readonly wallet_showCallsStatus: Readonly<Record<string, never>>;
  /** No options. */
  readonly wallet_watchAsset: Readonly<Record<string, never>>;
}

/** Validated parameters of each request. */
export interface ParamsOf {
  readonly wallet_connect: ConnectRequest;
  readonly acct_claimName: ClaimNameRequest;
  readonly acct_addPasskey: AddPasskeyRequest;
  readonly acct_changeOwners: ChangeOwnersRequest;
  readonly acct_showAccount: ShowAccountRequest;
  readonly acct_upgradeAccount: UpgradeAccountRequest;
  readonly personal_sign: SignMessageRequest;
  readonly eth_signTypedData_v4: SignTypedDataRequest;
  readonly wallet_sendCalls: SendCallsWalletRequest;
  readonly wallet_grantPermissions: GrantWalletRequest;
  readonly wallet_revokePermissions: RevokeWalletRequest;
  readonly wallet_showCallsStatus: ShowCallsStatusRequest;
  readonly wallet_watchAsset: WatchAssetWalletRequest;
}

/** Result of each request. */
export interface ResultOf {
  readonly wallet_connect: ConnectedAccount;
  readonly acct_claimName: { readonly name: string | null };
  readonly acct_addPasskey: OwnersView | null;
  readonly acct_changeOwners: OwnersView;
  readonly personal_sign: Hex;
  readonly eth_signTypedData_v4: Hex;
  readonly wallet_sendCalls: { readonly id: Hex };
  readonly wallet_grantPermissions: WalletGrantPermissionsResponse;
  readonly wallet_revokePermissions: { readonly success: true };
  /** The user's choice of another network, or to disconnect. */
  readonly acct_showAccount: { readonly chainId?: number; readonly disconnect?: boolean };
  /** Version that the account runs afterwards. */
  readonly acct_upgradeAccount: { readonly version: number };
  readonly wallet_showCallsStatus: null;
  readonly wallet_watchAsset: boolean;
}

/** Options of a request. */
export interface AskOptions {
  /** Aborts the request. */
  readonly signal: AbortSignal;
  /** Flow of the request. Default: a single step. */
  readonly flow?: { readonly id: string; readonly step: number; readonly steps: number };
  /** Called when a bundle may be included from now on, and with `null` once it was rejected. */
  readonly onSent?: ((id: string | null) => void) | undefined;
}

/** Shows requests to the user. Each `ask` settles with exactly one result or `AcctError`. */
export interface Wallet {
  /** Shows a request; call it within the user's click. */
  ask<M extends DialogMethod>(
    method: M,
    params: ParamsOf[M],
    options: AskOptions,
  ): Promise<ResultOf[M]>;
  /** Closes windows and removes all elements from the page. */
  dispose(): void;
}
