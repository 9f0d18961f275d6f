/**
 * Defines the protocol between SDK and service. Numbers are hex strings on the wire.
 *
 * `POST /v1/rpc` takes these methods as JSON-RPC 2.0 (single or batch); `params` is an array with
 * one element, as defined here. `POST /v1/rpc/{chainId}` takes allow-listed `eth_*` reads.
 * `x-api-key` contains the API key; the wallet host sends the dApp's origin in `x-acct-origin`.
 *
 * @module
 */
import type { Address, Hex } from "../../lib/hex.ts";
import type { FeeOptionJson, FeeTokenJson } from "./fees.ts";
import type { GetPermissionsParams, PermissionJson, PutGrantParams } from "./permissions.ts";

export type { FeeOptionJson, FeeTokenJson } from "./fees.ts";
export type { GetPermissionsParams, PermissionJson, PutGrantParams } from "./permissions.ts";
import type { NamesSchema } from "./names.ts";
import type { OwnerChangeJson, OwnersSchema } from "./owners.ts";

/** Header with the API key. */
export const API_KEY_HEADER = "x-api-key";
/** Header with the origin of the dApp that the wallet host acts for. */
export const ORIGIN_HEADER = "x-acct-origin";

/** An account and the inputs of its address. */
export interface AccountJson {
  /** Account address. */
  readonly address: Address;
  /** Initial owners: 32 bytes (an address) or 64 bytes (a passkey's x‖y). */
  readonly owners: readonly Hex[];
  /** Factory nonce. */
  readonly nonce: Hex;
}

/** One call of a batch. */
export interface CallJson {
  /** Contract or recipient. */
  readonly to: Address;
  /** Value in wei. */
  readonly value: Hex;
  /** Call data. */
  readonly data: Hex;
}

/** A user operation of EntryPoint v0.8 in the format of bundlers. */
export interface OperationJson {
  /** Address of the account. */
  readonly sender: Address;
  /** Key (192 bits) and sequence (64 bits). */
  readonly nonce: Hex;
  /** The wallet's factory; absent once deployed. */
  readonly factory?: Address;
  /** `createAccount(owners, nonce)`. */
  readonly factoryData?: Hex;
  /** `execute` or `executeBatch`. */
  readonly callData: Hex;
  /** Gas for the calls. */
  readonly callGasLimit: Hex;
  /** Gas for validation and deployment. */
  readonly verificationGasLimit: Hex;
  /** Gas that the EntryPoint cannot measure. */
  readonly preVerificationGas: Hex;
  /** Maximum wei per gas. */
  readonly maxFeePerGas: Hex;
  /** Wei per gas for the block producer. */
  readonly maxPriorityFeePerGas: Hex;
  /** Paymaster, if the account does not pay. */
  readonly paymaster?: Address;
  /** Gas for the paymaster's validation. */
  readonly paymasterVerificationGasLimit?: Hex;
  /** Gas for the paymaster's `postOp`. */
  readonly paymasterPostOpGasLimit?: Hex;
  /** The paymaster's data. */
  readonly paymasterData?: Hex;
  /** The account's signature; `0x` or absent while prepared. */
  readonly signature?: Hex;
}

/** Params of `acct_prepare`. */
export interface PrepareParams {
  /** Chain id. */
  readonly chainId: Hex;
  /** The sending account. */
  readonly account: AccountJson;
  /** Index of the signing owner. Default 0. */
  readonly ownerIndex?: Hex;
  /** The calls, in order; empty with `callData`. */
  readonly calls: readonly CallJson[];
  /** Call data of the account itself instead of calls, encoded by the wallet. */
  readonly callData?: Hex;
  /** Tokens to describe besides those named in the calls. */
  readonly tokens?: readonly Address[];
  /** Paymaster service that the dApp named (ERC-7677); the service calls it. */
  readonly paymaster?: {
    readonly url: string;
    readonly context?: Readonly<Record<string, unknown>>;
  };
  /** True if the account pays even where a sponsor would. */
  readonly payFromAccount?: boolean;
  /**
   * Fee token, if the account pays; absent for the native currency. If the token cannot be used
   * now, the quote is in the native currency, and its `feeOptions` have the reason.
   */
  readonly feeToken?: Address;
  /** Nonce of the quote to refresh, so that a sponsor counts both as one. */
  readonly replaces?: Hex;
  /**
   * True to allow a separate nonce key (below 8) for a sponsored operation, so that operations
   * prepared in parallel can all land. Otherwise only key 0 is used.
   */
  readonly parallel?: boolean;
}

/** A token, as described by the chain; `address: null` is the native currency. */
export interface TokenJson {
  /** Contract, or `null`. */
  readonly address: Address | null;
  /** Symbol. */
  readonly symbol: string;
  /** Name. */
  readonly name: string;
  /** Decimals. */
  readonly decimals: number;
}

/** A chain that the service serves. */
export interface ChainJson {
  /** Chain id. */
  readonly id: number;
  /** Name. */
  readonly name: string;
  /** True for a test network. */
  readonly testnet: boolean;
  /** Native currency. */
  readonly nativeCurrency: {
    readonly name: string;
    readonly symbol: string;
    readonly decimals: number;
  };
  /** URL of a block explorer. */
  readonly explorer?: string;
  /** True if the chain has the P-256 precompile (EIP-7951, RIP-7212). */
  readonly p256: boolean;
  /** True if operations of dApps with a service key are sponsored by default. */
  readonly sponsored: boolean;
  /** Fee tokens; absent if there are none, or until the chain was reached once. */
  readonly feeTokens?: readonly FeeTokenJson[];
}

/** Result of `acct_prepare`: everything needed to show and sign an operation. */
export interface PrepareResult {
  /** The operation to sign; the client verifies every field. */
  readonly operation: OperationJson;
  /** Chain of the operation. */
  readonly chain: ChainJson;
  /** True if the account has code on this chain. */
  readonly deployed: boolean;
  /** The sponsor, or `null` if the account pays. */
  readonly sponsor: { readonly name: string; readonly domain: string | null } | null;
  /** Reason why the requested sponsor does not pay; the account would pay then. */
  readonly sponsorFailed: string | null;
  /**
   * Expected and maximum cost, and balance. In wei the maximum is the sum of all gas limits ×
   * maxFeePerGas; with `feeToken` all three are in its smallest unit.
   */
  readonly fee: { readonly expected: Hex; readonly maximum: Hex; readonly balance: Hex };
  /** Fee token; absent for the native currency and with a sponsor. */
  readonly feeToken?: FeeTokenJson;
  /** Payment options of the account, if there are others than the native currency. */
  readonly feeOptions?: readonly FeeOptionJson[];
  /** Outcome of the simulation. */
  readonly simulation:
    | { readonly status: "success" }
    | { readonly status: "reverts"; readonly reason: string }
    | { readonly status: "unavailable" };
  /** Simulated balance changes of the account; `delta` is a signed decimal. */
  readonly changes: readonly { readonly token: TokenJson; readonly delta: string }[];
  /** Tokens named in the calls. */
  readonly tokens: readonly TokenJson[];
  /** Expiry of the quote and the sponsor's signature, in Unix seconds of the service's clock. */
  readonly validUntil: number;
  /** Lifetime of both in seconds from the response, since a client's clock may be far off. */
  readonly validFor: number;
}

/** Params of `acct_send`. Sending the same signed operation again returns the same id. */
export interface SendParams {
  /** Chain id. */
  readonly chainId: Hex;
  /** The signed operation. */
  readonly operation: OperationJson;
  /** The account, for the service's history. */
  readonly account: AccountJson;
  /** Bundle id chosen by the dApp (EIP-5792). */
  readonly id?: string;
}

/** Result of `acct_send`. */
export interface SendResult {
  /** The operation's hash. */
  readonly id: Hex;
}

/** Params of `acct_getCredential`. */
export interface GetCredentialParams {
  /** Credential id, base64url. */
  readonly credentialId: string;
}

/** Result of `acct_getCredential`; the client uses the key that verifies its assertion. */
export interface GetCredentialResult {
  /** Keys registered for this id, proven ones first. */
  readonly keys: readonly {
    /** The passkey's x‖y, 64 bytes. */
    readonly publicKey: Hex;
    /** The account that was created with it. */
    readonly account: AccountJson;
    /** Owner changes of the account, if any; one of them may have added the key. */
    readonly changes?: readonly OwnerChangeJson[];
  }[];
}

/** Params of `acct_putCredential`. Several keys may be registered per id; none blocks another. */
export interface PutCredentialParams {
  /** Credential id, base64url. */
  readonly credentialId: string;
  /** The passkey's x‖y, 64 bytes. */
  readonly publicKey: Hex;
  /** The account that was created with it. */
  readonly account: AccountJson;
  /** An assertion by this key over `sha256(publicKey)`; proven keys are listed first. */
  readonly proof?: AssertionJson;
}

/** A WebAuthn assertion. */
export interface AssertionJson {
  /** Authenticator data. */
  readonly authenticatorData: Hex;
  /** Client data, as text. */
  readonly clientDataJSON: string;
  /** r‖s, 64 bytes, low s. */
  readonly signature: Hex;
}

/** Status of a bundle (EIP-5792 `wallet_getCallsStatus`). */
export interface CallsStatusJson {
  /** `2.0.0`. */
  readonly version: string;
  /** The requested id. */
  readonly id: string;
  /** Chain id. */
  readonly chainId: Hex;
  /** 100 pending, 200 confirmed, 400 failed offchain, 500 reverted. */
  readonly status: 100 | 200 | 400 | 500;
  /** Always true: one operation. */
  readonly atomic: boolean;
  /** Receipt with the operation's own logs only. */
  readonly receipts?: readonly {
    readonly logs: readonly {
      readonly address: Address;
      readonly data: Hex;
      readonly topics: readonly Hex[];
    }[];
    readonly status: "0x0" | "0x1";
    readonly blockHash: Hex;
    readonly blockNumber: Hex;
    readonly gasUsed: Hex;
    readonly transactionHash: Hex;
  }[];
}

/** `GET /.well-known/acct-configuration`. */
export interface ConfigurationJson {
  /** Format version: 1. */
  readonly version: 1;
  /** URL of the wallet host. */
  readonly keysUrl: string;
  /** Served chains. */
  readonly chains: readonly ChainJson[];
}

/** Params of `acct_getTokens`. */
export interface GetTokensParams {
  /** Chain id. */
  readonly chainId: Hex;
  /** Contracts, at most 40; the result omits those that are no tokens. */
  readonly tokens: readonly Address[];
}

/** Filters of `wallet_getAssets` (ERC-7811). `assetFilter` overrides the others. */
export interface GetAssetsParams {
  /** Address of the account. */
  readonly account: Address;
  /** Chain ids; all chains if absent. */
  readonly chainFilter?: readonly Hex[];
  /** Kinds of assets; all if absent. */
  readonly assetTypeFilter?: readonly ("native" | "erc20")[];
  /** Assets per chain id; `null`, `native` and ERC-7528's address are the native currency. */
  readonly assetFilter?: Readonly<
    Record<
      Hex,
      readonly {
        readonly address: Address | "native" | null;
        readonly type: "native" | "erc20";
      }[]
    >
  >;
}

/** A balance (ERC-7811). */
export interface AssetJson {
  /** Contract; `null` for the native currency. */
  readonly address: Address | null;
  /** Balance in the smallest unit. */
  readonly balance: Hex;
  /** The token's metadata, cleaned; `null` if it is unusable. */
  readonly metadata: {
    readonly decimals: number;
    readonly name: string;
    readonly symbol: string;
  } | null;
  /** Kind of asset. */
  readonly type: "native" | "erc20";
}

/** A page of an account's history. */
export interface GetCallsHistoryParams {
  /** Address of the account. */
  readonly address: Address;
  /** Chain id; all chains if absent. */
  readonly chainId?: Hex;
  /** `index` of the previous page's last item. */
  readonly index?: number;
  /** Maximum number of items, 1 to 100. Default 20. */
  readonly limit?: number;
  /** Order; newest first by default. */
  readonly sort?: "asc" | "desc";
}

/** One bundle of an account's history. */
export interface CallsHistoryItemJson {
  /** Hash of the operation. */
  readonly id: Hex;
  /** Increases per account; never reused. */
  readonly index: number;
  /** Address of the account. */
  readonly address: Address;
  /** 100 pending, 200 confirmed, 500 reverted. */
  readonly status: 100 | 200 | 500;
  /** Unix seconds. */
  readonly timestamp: number;
  /** Chain id. */
  readonly chainId: number;
  /** Transaction that included it; `null` while pending. */
  readonly transactionHash: Hex | null;
  /** Bundle id chosen by the dApp. */
  readonly callerId?: string;
}

/** Parameters and results of the service's own methods. */
export interface ServiceSchema extends NamesSchema, OwnersSchema {
  readonly acct_prepare: { readonly params: PrepareParams; readonly result: PrepareResult };
  readonly acct_send: { readonly params: SendParams; readonly result: SendResult };
  readonly acct_getCredential: {
    readonly params: GetCredentialParams;
    readonly result: GetCredentialResult;
  };
  readonly acct_getPermissions: {
    readonly params: GetPermissionsParams;
    readonly result: readonly PermissionJson[];
  };
  readonly acct_getTokens: {
    readonly params: GetTokensParams;
    readonly result: readonly TokenJson[];
  };
  readonly acct_putCredential: { readonly params: PutCredentialParams; readonly result: true };
  readonly acct_putGrant: { readonly params: PutGrantParams; readonly result: true };
  readonly wallet_getAssets: {
    readonly params: GetAssetsParams;
    readonly result: Readonly<Record<Hex, readonly AssetJson[]>>;
  };
  readonly wallet_getCallsHistory: {
    readonly params: GetCallsHistoryParams;
    readonly result: readonly CallsHistoryItemJson[];
  };
  readonly wallet_getCallsStatus: { readonly params: string; readonly result: CallsStatusJson };
}
