/**
 * The wallet: what asks a person. `LocalWallet` does it here, `RemoteWallet` at the wallet host; who
 * asks does not know which one it has.
 *
 * @module
 */
import type { Address, Hex } from "../lib/hex.ts";
import type { TypedData } from "../account/message.ts";
import type { AccountJson, CallJson } from "./service/mod.ts";
import type { GrantRequest } from "../permission/request.ts";
import type { WalletGrantPermissionsResponse } from "../permission/details.ts";
import type { TextRecord } from "../names/claim.ts";
import type { ApprovalMethod } from "../dialog/request.ts";
import type { OwnersView } from "../dialog/owners.ts";

/** Sign-in with Ethereum, as a page asks for it (EIP-4361). */
export interface SiweRequest {
  /** At least 8 letters and digits. */
  readonly nonce: string;
  /** Chain whose account signs. */
  readonly chainId: number;
  /** Domain; must be the page's own. */
  readonly domain?: string;
  /** URI; must be of the page's own origin. */
  readonly uri?: string;
  /** One line of text. */
  readonly statement?: string;
}

/** Names below an ENS domain, as a page asks for them. */
export interface NameRequest {
  /** ENS name, such as `demo.eth`; it must be linked to the project of the page's key. */
  readonly domain: string;
  /** Text records to store with the name. */
  readonly texts: readonly TextRecord[];
}

/** A connected account, as the wallet hands it to the page. */
export interface ConnectedAccount {
  /** The account and what its address follows from. */
  readonly account: AccountJson;
  /** Name of its passkey. */
  readonly name?: string;
  /** The name that the person has just got below the page's ENS domain. */
  readonly ens?: string;
  /** The signed sign-in, if it was asked for. */
  readonly siwe?: { readonly message: string; readonly signature: Hex };
}

/** What each method needs; checked before it gets here. */
export interface ParamsOf {
  readonly wallet_connect: {
    readonly chainId: number;
    /** Whether the page shows test networks. */
    readonly testnets?: boolean | undefined;
    readonly siwe?: SiweRequest | undefined;
    /** Below which domain a new account may get a name; the records are read by the wallet. */
    readonly ens?: { readonly domain: string; readonly texts: unknown } | undefined;
  };
  readonly acct_claimName: NameRequest & {
    readonly account: Address;
    readonly chainId: number;
  };
  /** Only the wallet's own pages and AppSpecific apps ask for it. */
  readonly acct_addPasskey: {
    readonly account: Address;
    readonly chainId: number;
    /** Whether it is offered because the only passkey exists on one device. */
    readonly offered?: boolean;
  };
  /** As above. */
  readonly acct_changeOwners: {
    readonly account: Address;
    readonly chainId: number;
    readonly change:
      | { readonly kind: "add"; readonly address: Address }
      | { readonly kind: "remove"; readonly owner: Hex };
  };
  readonly personal_sign: {
    readonly account: Address;
    readonly chainId: number;
    readonly message: Hex;
  };
  readonly eth_signTypedData_v4: {
    readonly account: Address;
    readonly chainId: number;
    readonly typedData: TypedData;
  };
  readonly wallet_sendCalls: {
    readonly account: Address;
    readonly chainId: number;
    /** `abi` is the page's own ABI of the call's contract; the wallet reads it. */
    readonly calls: readonly (CallJson & { readonly abi?: unknown })[];
    /** The page's own ABI for all calls; the wallet reads it. */
    readonly abi?: unknown;
    readonly id?: string;
    /** Id of the permission that is used: the account is its spender. */
    readonly permission?: Hex;
    readonly paymaster?: SponsorRequest;
  };
  readonly wallet_grantPermissions: GrantRequest & {
    readonly account: Address;
    readonly chainId: number;
    readonly paymaster?: SponsorRequest;
  };
  readonly wallet_revokePermissions: {
    readonly account: Address;
    readonly chainId: number;
    /** The permission to end; `null` for all, which only the wallet's own pages ask for. */
    readonly id: Hex | null;
    readonly paymaster?: SponsorRequest;
  };
  readonly acct_showAccount: {
    readonly account: Address;
    /** The network in use. */
    readonly chainId: number;
    /** Whether test networks can be chosen. */
    readonly testnets: boolean;
  };
  readonly wallet_showCallsStatus: {
    readonly id: string;
    readonly chainId: number;
    /** Whose own ids are understood; absent without a session. */
    readonly account?: Address;
  };
}

/** The sponsor that a page names (ERC-7677). */
export interface SponsorRequest {
  /** URL of the paymaster service. */
  readonly url: string;
  /** Passed through to it. */
  readonly context?: Readonly<Record<string, unknown>>;
}

/** What each method gives. */
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
  /** Another network, or the end of the connection, if the person chose that. */
  readonly acct_showAccount: { readonly chainId?: number; readonly disconnect?: boolean };
  readonly wallet_showCallsStatus: null;
}

/** How a request is asked. */
export interface AskOptions {
  /** Ends the request. */
  readonly signal: AbortSignal;
  /** The steps it belongs to; a single one by default. */
  readonly flow?: { readonly id: string; readonly step: number; readonly steps: number };
}

/** What asks a person. Every `ask` ends in exactly one result or `AcctError`. */
export interface Wallet {
  /** Asks; call it within the click that wants it. */
  ask<M extends ApprovalMethod>(
    method: M,
    params: ParamsOf[M],
    options: AskOptions,
  ): Promise<ResultOf[M]>;
  /**
   * Opens what a question will need, in the click that wants it, where the question itself has to wait
   * for code. The returned function lets go of it, should nothing have been asked.
   */
  prepare?(): () => void;
  /** Ends what is open and removes everything from the page. */
  dispose(): void;
}
