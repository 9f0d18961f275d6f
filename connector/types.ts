/** Types of the surface that connector, actions, query options and hooks share. @module */
import type { Address, Hex } from "@sdk/core";

/** Sign-in with Ethereum (ERC-4361) as part of connecting. */
export interface SignInWithEthereum {
  /** At least eight characters, made by the server that will check the signature. */
  readonly nonce: string;
  /** Chain whose account signs, hex. */
  readonly chainId: string;
  /** Domain; the page's own if absent. */
  readonly domain?: string;
  /** URI; the page's own if absent. */
  readonly uri?: string;
  /** A sentence for the person. */
  readonly statement?: string;
}

/** What a page may ask for while connecting. */
export interface WalletConnectCapabilities {
  /** Signs in while connecting. */
  readonly signInWithEthereum?: SignInWithEthereum;
  /** Text records of the name that is issued; needs the `ens` option. */
  readonly subnameTextRecords?: readonly { readonly key: string; readonly value: string }[];
}

/** An account with what was asked for while connecting. */
export interface AccountWithCapabilities {
  /** Its address. */
  readonly address: Address;
  /** The answers. */
  readonly capabilities: {
    /** The signed message. */
    readonly signInWithEthereum?: { readonly message: string; readonly signature: Hex };
    /** The name that a new account got below the app's ENS domain. */
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
  /** Function in words, `transfer(address,uint256)`; gives the selector where that is absent. */
  readonly functionSignature?: string;
}

/** Unit of a spending period. */
export type SpendUnit = "minute" | "hour" | "day" | "week" | "month" | "year" | "forever";

/** An amount that a spender may spend per period. */
export interface SpendPermissionDetail {
  /** Token; the native currency is `0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE` (ERC-7528). */
  readonly token: Address;
  /** Most per period, decimal, in the smallest unit. */
  readonly allowance: string;
  /** Unit of the period. */
  readonly unit: SpendUnit;
  /** Units per period, 1 to 255. Default 1. */
  readonly multiplier?: number;
}

/** What a spender may do. */
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
  /** Who may use it. */
  readonly spender: Address;
  /** Unix seconds from which it is valid. */
  readonly start: number;
  /** Unix seconds at which it expires. */
  readonly end: number;
  /** Makes it unique. */
  readonly salt: Hex;
  /** Calls. */
  readonly calls: readonly CallPermissionDetail[];
  /** Amounts. */
  readonly spends: readonly SpendPermissionDetail[];
  /** Its hash. */
  readonly permissionId: Hex;
  /** Chain, hex. */
  readonly chainId: Hex;
  /** The owner's signature, where the grant was signed only: it rides in the first use. */
  readonly signature?: Hex;
}

/** A permission as it is listed. */
export interface Permission {
  /** Its hash. */
  readonly id: Hex;
  /** Account it is valid for. */
  readonly account: Address;
  /** Who may use it. */
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

/** Whether a permission was revoked. */
export interface RevokePermissionApiResponse {
  /** True once the chain confirmed it. */
  readonly success: boolean;
}

/** Who pays for an operation (ERC-7677). */
export interface RequestCapabilities {
  /** The paymaster service. */
  readonly paymasterService?: {
    /** Its URL. */
    readonly url: string;
    /** Passed through to it. */
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
  /** What the contract says of itself. */
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

/** Assets that are asked for, per chain id (hex). */
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
