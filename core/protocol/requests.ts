/**
 * Defines requests to the wallet. `LocalWallet` shows them in the current page, `RemoteWallet`
 * forwards them to the wallet host; callers do not depend on which one it is.
 *
 * @module
 */
import type { Hex } from "../lib/hex.ts";
import type { OwnersView } from "../dialog/owners.ts";
import type { DialogMethod } from "../dialog/types.ts";
import type { WalletGrantPermissionsResponse } from "../permission/details.ts";
import type { AddPasskeyRequest } from "./methods/account/acct_add_passkey.ts";
import type { ChangeOwnersRequest } from "./methods/account/acct_change_owners.ts";
import type { ClaimNameRequest } from "./methods/account/acct_claim_name.ts";
import type { ShowAccountRequest } from "./methods/account/acct_show_account.ts";
import type { SendCallsWalletRequest } from "./methods/calls/wallet_send_calls.ts";
import type { ShowCallsStatusRequest } from "./methods/calls/wallet_show_calls_status.ts";
import type { ConnectedAccount, ConnectRequest } from "./methods/connection/wallet_connect.ts";
import type { GrantWalletRequest } from "./methods/permissions/wallet_grant_permissions.ts";
import type { RevokeWalletRequest } from "./methods/permissions/wallet_revoke_permissions.ts";
import type { SignTypedDataRequest } from "./methods/signing/eth_sign_typed_data_v4.ts";
import type { SignMessageRequest } from "./methods/signing/personal_sign.ts";

export type { ConnectedAccount, NameRequest } from "./methods/connection/wallet_connect.ts";
export type { SiweRequest } from "../siwe/request.ts";
export type { SponsorRequest } from "./fields.ts";

/** Validated parameters of each request. */
export interface ParamsOf {
  readonly wallet_connect: ConnectRequest;
  readonly acct_claimName: ClaimNameRequest;
  readonly acct_addPasskey: AddPasskeyRequest;
  readonly acct_changeOwners: ChangeOwnersRequest;
  readonly acct_showAccount: ShowAccountRequest;
  readonly personal_sign: SignMessageRequest;
  readonly eth_signTypedData_v4: SignTypedDataRequest;
  readonly wallet_sendCalls: SendCallsWalletRequest;
  readonly wallet_grantPermissions: GrantWalletRequest;
  readonly wallet_revokePermissions: RevokeWalletRequest;
  readonly wallet_showCallsStatus: ShowCallsStatusRequest;
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
  readonly wallet_showCallsStatus: null;
}

/** Options of a request. */
export interface AskOptions {
  /** Aborts the request. */
  readonly signal: AbortSignal;
  /** Flow of the request; a single step by default. */
  readonly flow?: { readonly id: string; readonly step: number; readonly steps: number };
}

/** Shows requests to the user. Each `ask` ends in exactly one result or `AcctError`. */
export interface Wallet {
  /** Shows a request; call it within the user's click. */
  ask<M extends DialogMethod>(
    method: M,
    params: ParamsOf[M],
    options: AskOptions,
  ): Promise<ResultOf[M]>;
  /** Closes windows and removes everything from the page. */
  dispose(): void;
}
