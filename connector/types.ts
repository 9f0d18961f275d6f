/** Types that the connector, actions, query options and hooks share. @module */
import type { Address, Hex } from "@sdk/core";

/** Sign-in with Ethereum (ERC-4361) as part of connecting. */
export interface SignInWithEthereum {
  /** Nonce of at least eight characters, from the server that verifies the signature. */
  readonly nonce: string;
  /** Chain id (hex) of the account that signs. */
  readonly chainId: string;
  /** Domain; the app's own if absent. */
  readonly domain?: string;
  /** URI; the app's own if absent. */
  readonly uri?: string;
  /** Statement that is shown to the user. */
  readonly statement?: string;
}

/** Capabilities that an app may request while connecting. */
export interface WalletConnectCapabilities {
  /** Signs in while connecting. */
  readonly signInWithEthereum?: SignInWithEthereum;
  /** Text records of the name that is issued; needs the `ens` option. */
  readonly subnameTextRecords?: readonly { readonly key: string; readonly value: string }[];
}

/** A connected account with the capabilities that were requested. */
export interface AccountWithCapabilities {
  /** Its address. */
  readonly address: Address;
  /** Results by capability. */
  readonly capabilities: {
    /** Sign-in message and its signature. */
    readonly signInWithEthereum?: { readonly message: string; readonly signature: Hex };
    /** Name that a new account claimed below the app's ENS domain. */
    readonly subname?: { readonly name: string };
    readonly [capability: string]: unknown;
  };
}

/** A call that a spender may make. */
export interface CallPermissionDetail {
  /** Contract that may be called. */
  readonly target: Address;
  /** Function selector. */
  readonly selector?: Hex;
  /** Human-readable signature, `transfer(address,uint256)`; the selector follows from it. */
  readonly functionSignature?: string;
}

/** Unit of a spending period. */
export type SpendUnit = "minute" | "hour" | "day" | "week" | "month" | "year" | "forever";

/** An amount that a spender may spend per period. */
export interface SpendPermissionDetail {
  /** Token; the native currency is `0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE` (ERC-7528). */
  readonly token: Address;
  /** Maximum per period, decimal, in the smallest unit. */
  readonly allowance: string;
  /** Unit of the period. */
  readonly unit: SpendUnit;
  /** Units per period, 1 to 255. Default 1. */
  readonly multiplier?: number;
}

/** Calls and amounts that a permission allows. */
export interface PermissionsDetail {
  /** Calls. */
  readonly calls?: readonly CallPermissionDetail[];
  /** Amounts. */
  readonly spends?: readonly SpendPermissionDetail[];
}

/** A permission that was granted. */
export interface WalletGrantPermissionsResponse {
  /** Account it is valid for. */
  readonly account: Address;
  /** Address that may use the permission. */
  readonly spender: Address;
  /** Unix seconds from which it is valid. */
  readonly start: number;
  /** Unix seconds at which it expires. */
  readonly end: number;
  /** Salt that makes the permission unique. */
  readonly salt: Hex;
  /** Calls. */
  readonly calls: readonly CallPermissionDetail[];
  /** Amounts. */
  readonly spends: readonly SpendPermissionDetail[];
  /** EIP-712 hash of the permission. */
  readonly permissionId: Hex;
  /** Chain, hex. */
  readonly chainId: Hex;
  /** Owner's signature of a deferred grant; it is submitted with the first use. */
  readonly signature?: Hex;
}

/** A permission in a list. */
export interface Permission {
  /** EIP-712 hash of the permission. */
  readonly id: Hex;
  /** Account it is valid for. */
  readonly account: Address;
  /** Address that may use the permission. */
  readonly spender: Address;
  /** Unix seconds from which it is valid. */
  readonly start: number;
  /** Unix seconds at which it expires. */
  readonly expiry: number;
  /** Calls. */
  readonly calls: readonly CallPermissionDetail[];
  /** Amounts. */
  readonly spends: readonly SpendPermissionDetail[];
  /** The same as `id`. */
  readonly permissionId?: Hex;
  /** The same as `expiry`. */
  readonly end?: number;
  /** Chain, hex. */
  readonly chainId?: Hex;
}

/** Result of a revocation. */
export interface RevokePermissionApiResponse {
  /** True once the chain confirmed it. */
  readonly success: boolean;
}

/** Capabilities of a request: the paymaster service that sponsors it (ERC-7677). */
export interface RequestCapabilities {
  /** The paymaster service. */
  readonly paymasterService?: {
    /** URL of the service. */
    readonly url: string;
    /** Context that is passed to the service. */
    readonly context?: Readonly<Record<string, unknown>>;
  };
}

/** Kinds of assets. */
export type AssetType = "native" | "erc20";

/** An asset of an account. */
export interface Asset {
  /** Token contract; `null` for the native currency. */
  readonly address: string | null;
  /** Balance in the smallest unit, hex. */
  readonly balance: string;
  /** Metadata of the token contract. */
  readonly metadata: {
    readonly decimals: number;
    readonly name: string;
    readonly symbol: string;
  } | null;
  /** Its kind. */
  readonly type: AssetType;
}

/** Assets per chain id (hex). */
export type WalletGetAssetsResponse = Readonly<Record<Hex, readonly Asset[]>>;

/** Assets to return, per chain id (hex). */
export type AssetFilter = Readonly<
  Record<Hex, readonly { readonly address: Hex; readonly type: AssetType }[]>
>;

/** Capabilities by name, per chain id (hex). */
export type WalletGetCapabilitiesResponse = Readonly<
  Record<Hex, Readonly<Record<string, unknown>>>
>;

/** A bundle of calls in the history. */
export interface CallsHistoryItem {
  /** Hash of the user operation. */
  readonly id: Hex;
  /** Position per account: the cursor of the next page. */
  readonly index: number;
  /** The account. */
  readonly address: Hex;
  /** 100 pending, 200 completed, 500 reverted. */
  readonly status: number;
  /** Unix seconds. */
  readonly timestamp: number;
  /** Chain id. */
  readonly chainId: number;
  /** Transaction, `null` while pending. */
  readonly transactionHash: Hex | null;
}

/** A request of `wallet_sign`: a message (EIP-191) or typed data (EIP-712). */
export type SignRequest =
  | { readonly type: "0x45"; readonly data: { readonly message: string } }
  | {
    readonly type: "0x01";
    readonly data: {
      readonly types: Readonly<
        Record<string, readonly { readonly name: string; readonly type: string }[]>
      >;
      readonly primaryType: string;
      readonly domain: Readonly<Record<string, unknown>>;
      readonly message: Readonly<Record<string, unknown>>;
    };
  };
