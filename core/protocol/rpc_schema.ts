/**
 * Defines the provider's methods with parameters and results, for `provider.request` and for typed
 * clients.
 *
 * @module
 */
import type { Address, Hex } from "../lib/hex.ts";
import type {
  CallPermissionDetail,
  ListedPermission,
  SpendPermissionDetail,
  WalletGrantPermissionsResponse,
} from "../permission/details.ts";
import type { ExportedAccount } from "../account/record.ts";
import type { OwnersView } from "../dialog/owners.ts";
import type {
  AssetJson,
  CallsHistoryItemJson,
  CallsStatusJson,
  GetAssetsParams,
} from "./service/mod.ts";

/** A paymaster service for one request (ERC-7677). */
export interface PaymasterServiceCapability {
  /** https URL of the paymaster service. */
  readonly url: string;
  /** Passed through to it. */
  readonly context?: Readonly<Record<string, unknown>> | undefined;
  /** True if the request may continue without it. */
  readonly optional?: boolean | undefined;
}

/** Capabilities of a batch (EIP-5792). */
export interface SendCallsCapabilities {
  /** Paymaster service of the batch. */
  readonly paymasterService?: PaymasterServiceCapability | undefined;
  /** The permission that is used: the account is its spender. */
  readonly permissions?: { readonly id: Hex } | undefined;
  /**
   * The dApp's ABI of the contracts that are called: functions as text
   * (`function plant(uint256 seeds)`) or as compilers write them, 500 items at most. The dialog shows
   * it as the dApp's description, and only for calls without another explanation.
   */
  readonly abi?: readonly (string | Readonly<Record<string, unknown>>)[] | undefined;
  /** Others; those that are not `optional` are rejected with 5700. */
  readonly [name: string]: unknown;
}

/** A batch of calls (EIP-5792). */
export interface SendCallsRequest {
  /** `2.0.0`. */
  readonly version?: string | undefined;
  /** Chain id; the current chain if absent. */
  readonly chainId?: Hex | undefined;
  /** The connected account. */
  readonly from?: Address | undefined;
  /** Bundle id chosen by the dApp, used once. */
  readonly id?: string | undefined;
  /** True to require atomicity; batches are always atomic. */
  readonly atomicRequired?: boolean | undefined;
  /** The calls, 1 to 500. */
  readonly calls: readonly {
    readonly to?: Address | undefined;
    readonly value?: Hex | undefined;
    readonly data?: Hex | undefined;
    /** `abi` in place of the batch's; others that are not `optional` are rejected with 5700. */
    readonly capabilities?: Readonly<Record<string, unknown>> | undefined;
  }[];
  /** Capabilities. */
  readonly capabilities?: SendCallsCapabilities | undefined;
}

/** A message or typed data to sign (ERC-7871). */
export type SignRequest =
  | { readonly type: "0x45"; readonly data: { readonly message: string } }
  | {
    readonly type: "0x01";
    readonly data: {
      readonly types: Readonly<Record<string, readonly unknown[]>>;
      readonly primaryType: string;
      readonly domain: Readonly<Record<string, unknown>>;
      readonly message: Readonly<Record<string, unknown>>;
    };
  };

/** Sign-in with Ethereum while connecting (EIP-4361). */
export interface SignInWithEthereumCapability {
  /** At least 8 letters and digits. */
  readonly nonce: string;
  /** Chain whose account signs, as hex. */
  readonly chainId: string;
  /** Domain; the dApp's own. */
  readonly domain?: string | undefined;
  /** URI of the dApp's own origin. */
  readonly uri?: string | undefined;
  /** One line of text. */
  readonly statement?: string | undefined;
}

/** Result of `wallet_connect`. */
export interface WalletConnectResponse {
  /** The accounts. */
  readonly accounts: readonly {
    readonly address: Address;
    readonly capabilities: {
      readonly signInWithEthereum?: { readonly message: string; readonly signature: Hex };
      /** The name that a new account got below the dApp's ENS domain. */
      readonly subname?: { readonly name: string };
      readonly [name: string]: unknown;
    };
  }[];
  /** The chain, as hex. */
  readonly chainId: Hex;
}

/** A key of the dApp that signs calls (ERC-7836). */
export interface PreparedCallsKey {
  /** Kind of key. */
  readonly type: "p256" | "secp256k1" | "webauthn-p256";
  /** x and y (64 bytes), or the address of a `secp256k1` key. */
  readonly publicKey: Hex;
  /** True if the key hashes with SHA-256 itself, as WebCrypto keys do. Default `false`. */
  readonly prehash?: boolean | undefined;
}

/** Calls that wait for a signature of the dApp's key (ERC-7836). */
export interface PreparedCalls {
  /** `2.0.0`. */
  readonly version: string;
  /** Chain id. */
  readonly chainId: Hex;
  /** Digest to sign. */
  readonly digest: Hex;
  /** The key that was named. */
  readonly key: PreparedCallsKey;
  /** To be passed on unchanged. */
  readonly context: Readonly<Record<string, unknown>>;
}

/** Parameters and result of each method of our own; `eth_*` reads pass through to the chain. */
export interface MethodSchema {
  /** The owners of the connected account, and how far each chain is with changes of them. */
  readonly acct_getOwners: { readonly params: readonly []; readonly result: OwnersView };
  /** Data to use the connected account without the service; not secret. */
  readonly acct_exportAccount: { readonly params: readonly []; readonly result: ExportedAccount };
  /** Adds another passkey (AppSpecific mode); `null` if the user skipped it. */
  readonly acct_addPasskey: { readonly params: readonly []; readonly result: OwnersView | null };
  /** Adds an address as an owner (AppSpecific mode). */
  readonly acct_addRecoveryAddress: {
    readonly params: readonly [{ readonly owner: Address }];
    readonly result: OwnersView;
  };
  /** Removes an owner on every chain (AppSpecific mode). */
  readonly acct_removeOwner: {
    readonly params: readonly [{ readonly owner: Hex }];
    readonly result: OwnersView;
  };
  /** The connected account, or none. */
  readonly eth_accounts: { readonly params: readonly []; readonly result: readonly Address[] };
  /** Connects, unless the dApp is connected (EIP-1102). */
  readonly eth_requestAccounts: {
    readonly params: readonly [];
    readonly result: readonly Address[];
  };
  /** The connected account, or `null`. */
  readonly eth_coinbase: { readonly params: readonly []; readonly result: Address | null };
  /** The current chain. */
  readonly eth_chainId: { readonly params: readonly []; readonly result: Hex };
  /** The current chain as a decimal string. */
  readonly net_version: { readonly params: readonly []; readonly result: string };
  /** Sends one call and waits for its transaction. */
  readonly eth_sendTransaction: {
    readonly params: readonly [{
      readonly to: Address;
      readonly from?: Address | undefined;
      readonly value?: Hex | undefined;
      readonly data?: Hex | undefined;
      readonly chainId?: Hex | undefined;
      readonly capabilities?:
        | { readonly paymasterService?: PaymasterServiceCapability | undefined }
        | undefined;
      readonly [field: string]: unknown;
    }];
    /** The transaction's hash, once it is on the chain. */
    readonly result: Hex;
  };
  /** Signs typed data (EIP-712). */
  readonly eth_signTypedData_v4: {
    readonly params: readonly [account: Address, typedData: string | object];
    readonly result: Hex;
  };
  /** Signs a message (EIP-191). */
  readonly personal_sign: {
    readonly params: readonly [message: string, account: Address];
    readonly result: Hex;
  };
  /** Connects with capabilities (ERC-7846). */
  readonly wallet_connect: {
    readonly params: readonly [request?: {
      readonly capabilities?: {
        readonly signInWithEthereum?: SignInWithEthereumCapability | undefined;
        readonly subnameTextRecords?:
          | readonly { readonly key: string; readonly value: string }[]
          | undefined;
        readonly [name: string]: unknown;
      } | undefined;
      readonly [field: string]: unknown;
    }];
    readonly result: WalletConnectResponse;
  };
  /** Ends the session. */
  readonly wallet_disconnect: { readonly params: readonly []; readonly result: null };
  /** Lists the balances of an account (ERC-7811). */
  readonly wallet_getAssets: {
    readonly params: readonly [
      request?: Partial<GetAssetsParams>,
    ];
    readonly result: Readonly<Record<Hex, readonly AssetJson[]>>;
  };
  /** Lists the bundles that an account sent, page by page. */
  readonly wallet_getCallsHistory: {
    readonly params: readonly [request?: {
      readonly address?: Address | undefined;
      readonly chainId?: Hex | number | undefined;
      readonly index?: number | undefined;
      readonly limit?: number | undefined;
      readonly sort?: "asc" | "desc" | undefined;
    }];
    readonly result: readonly CallsHistoryItemJson[];
  };
  /** Returns the status of a bundle (EIP-5792). */
  readonly wallet_getCallsStatus: {
    readonly params: readonly [id: string];
    readonly result: CallsStatusJson;
  };
  /** Returns the capabilities of the wallet per chain (EIP-5792). */
  readonly wallet_getCapabilities: {
    readonly params: readonly [account?: Address | undefined, chainIds?: readonly Hex[]];
    readonly result: Readonly<Record<Hex, Readonly<Record<string, unknown>>>>;
  };
  /** The permissions that an account granted on a chain. */
  readonly wallet_getPermissions: {
    readonly params: readonly [request?: {
      readonly address?: Address | undefined;
      readonly chainId?: Hex | undefined;
      readonly remaining?: boolean | undefined;
    }];
    readonly result: readonly ListedPermission[];
  };
  /** Grants a permission. */
  readonly wallet_grantPermissions: {
    readonly params: readonly [{
      readonly expiry: number;
      readonly spender: Address;
      readonly permissions: {
        readonly calls?: readonly CallPermissionDetail[] | undefined;
        readonly spends?: readonly SpendPermissionDetail[] | undefined;
      };
      readonly address?: Address | undefined;
      readonly chainId?: Hex | undefined;
      readonly deferred?: boolean | undefined;
      readonly capabilities?:
        | { readonly paymasterService?: PaymasterServiceCapability | undefined }
        | undefined;
    }];
    readonly result: WalletGrantPermissionsResponse;
  };
  /** Returns the supported permissions of ERC-7715 per chain. */
  readonly wallet_getSupportedExecutionPermissions: {
    readonly params: readonly [];
    readonly result: Readonly<
      Record<string, { readonly chainIds: readonly Hex[]; readonly ruleTypes: readonly string[] }>
    >;
  };
  /** ERC-7715; one request at a time. */
  readonly wallet_requestExecutionPermissions: {
    readonly params: readonly [Readonly<Record<string, unknown>>];
    readonly result: readonly {
      readonly chainId: Hex;
      readonly from: Address;
      readonly to: Address;
      readonly permission: unknown;
      readonly rules: unknown;
      /** The permission's id. */
      readonly context: Hex;
      readonly dependencies: readonly unknown[];
      /** Result of `wallet_grantPermissions`. */
      readonly granted: WalletGrantPermissionsResponse;
    }[];
  };
  /** Prepares calls that the dApp's key signs (ERC-7836). */
  readonly wallet_prepareCalls: {
    readonly params: readonly [Omit<SendCallsRequest, "id"> & { readonly key: PreparedCallsKey }];
    readonly result: PreparedCalls;
  };
  /** Sends them, signed (ERC-7836). */
  readonly wallet_sendPreparedCalls: {
    readonly params: readonly [
      Pick<PreparedCalls, "chainId" | "context" | "key"> & {
        readonly signature: Hex;
        readonly version?: string | undefined;
        readonly digest?: Hex | undefined;
      },
    ];
    readonly result: readonly { readonly id: Hex }[];
  };
  /** Revokes a permission. */
  readonly wallet_revokePermissions: {
    readonly params: readonly [{
      readonly id: Hex;
      readonly address?: Address | undefined;
      readonly chainId?: Hex | undefined;
      readonly capabilities?:
        | { readonly paymasterService?: PaymasterServiceCapability | undefined }
        | undefined;
    }];
    readonly result: { readonly success: true };
  };
  /** Sends calls as one atomic batch (EIP-5792). */
  readonly wallet_sendCalls: {
    readonly params: readonly [SendCallsRequest];
    readonly result: { readonly id: string };
  };
  /** Shows the account; there the user can switch networks or disconnect. */
  readonly acct_showAccount: {
    readonly params: readonly [];
    readonly result: { readonly chainId: Hex; readonly connected: boolean };
  };
  /** Shows the status of a bundle (EIP-5792). */
  readonly wallet_showCallsStatus: {
    readonly params: readonly [id: string];
    readonly result: null;
  };
  /** Signs with the account of a chosen chain (ERC-7871). */
  readonly wallet_sign: {
    readonly params: readonly [{
      readonly request: SignRequest;
      readonly address?: Address | undefined;
      readonly chainId?: Hex | undefined;
    }];
    readonly result: Hex;
  };
  /** Makes another chain the current one (EIP-3326). */
  readonly wallet_switchEthereumChain: {
    readonly params: readonly [{ readonly chainId: Hex }];
    readonly result: null;
  };
}

/** Parameters of a method; `unknown` for those that pass through. */
export type MethodParams<M extends string> = M extends keyof MethodSchema
  ? MethodSchema[M]["params"]
  : unknown;

/** Result of a method; `unknown` for those that pass through. */
export type MethodResult<M extends string> = M extends keyof MethodSchema
  ? MethodSchema[M]["result"]
  : unknown;
