/**
 * What travels between the SDK and the service. Numbers are hex strings on the wire.
 *
 * `POST /v1/rpc` takes these methods as JSON-RPC 2.0 (single or batch), `params` being an array of
 * one element, the parameters named here; `POST /v1/rpc/{chainId}`
 * takes allow-listed `eth_*` reads. The API key travels in `x-api-key`; the wallet host adds the
 * page it acts for in `x-acct-origin`.
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

/** Header that carries the API key. */
export const API_KEY_HEADER = "x-api-key";
/** Header by which the wallet host names the page it acts for. */
export const ORIGIN_HEADER = "x-acct-origin";

/** What an account's address is derived from. */
export interface AccountJson {
  /** The address. */
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
  /** Wei. */
  readonly value: Hex;
  /** Call data. */
  readonly data: Hex;
}

/** A user operation of EntryPoint v0.8 as bundlers take it; without signature while prepared. */
export interface OperationJson {
  /** The account. */
  readonly sender: Address;
  /** Key (192 bits) and sequence (64 bits). */
  readonly nonce: Hex;
  /** Our factory, or absent once deployed. */
  readonly factory?: Address;
  /** `createAccount(owners, nonce)`. */
  readonly factoryData?: Hex;
  /** `execute` or `executeBatch`. */
  readonly callData: Hex;
  /** Gas for the calls. */
  readonly callGasLimit: Hex;
  /** Gas for validation and deployment. */
  readonly verificationGasLimit: Hex;
  /** Gas for what the EntryPoint cannot meter. */
  readonly preVerificationGas: Hex;
  /** Wei per gas at most. */
  readonly maxFeePerGas: Hex;
  /** Wei per gas for the block producer. */
  readonly maxPriorityFeePerGas: Hex;
  /** Who pays, if not the account. */
  readonly paymaster?: Address;
  /** Gas for the paymaster's validation. */
  readonly paymasterVerificationGasLimit?: Hex;
  /** Gas for the paymaster's settlement. */
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
  /** The account that acts. */
  readonly account: AccountJson;
  /** Which owner will sign (index in the account); default 0. */
  readonly ownerIndex?: Hex;
  /** The calls, in order; empty with `callData`. */
  readonly calls: readonly CallJson[];
  /** The account's own function to call instead of the calls, as the wallet itself encodes it. */
  readonly callData?: Hex;
  /** Tokens to describe besides those that the calls name. */
  readonly tokens?: readonly Address[];
  /** Sponsor the page asked for (ERC-7677); the service calls it. */
  readonly paymaster?: {
    readonly url: string;
    readonly context?: Readonly<Record<string, unknown>>;
  };
  /** `true`: the account pays, whoever else would. */
  readonly payFromAccount?: boolean;
  /**
   * Token in which the account pays, if it is the account that pays; absent for the native currency.
   * A token that cannot be used now is not: the answer then is for the native currency, and its
   * `feeOptions` say why.
   */
  readonly feeToken?: Address;
  /** Nonce of the quote that this one refreshes, so that a sponsor counts them as one. */
  readonly replaces?: Hex;
  /**
   * Whether a sponsored operation may get a nonce key of its own (below 8), so that operations which
   * are prepared at once can all land. Without it only the ordinary key 0 is used.
   */
  readonly parallel?: boolean;
}

/** A token as the chain describes it; `address: null` is the native currency. */
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

/** A chain as the service serves it. */
export interface ChainJson {
  /** Chain id. */
  readonly id: number;
  /** Name. */
  readonly name: string;
  /** Whether its money is worthless. */
  readonly testnet: boolean;
  /** Native currency. */
  readonly nativeCurrency: {
    readonly name: string;
    readonly symbol: string;
    readonly decimals: number;
  };
  /** Block explorer, if any. */
  readonly explorer?: string;
  /** Whether the P-256 precompile (EIP-7951, RIP-7212) is there. */
  readonly p256: boolean;
  /** Whether operations of pages with a service key are sponsored by default. */
  readonly sponsored: boolean;
  /** Tokens in which accounts can pay fees; absent while the chain was never reached, or for none. */
  readonly feeTokens?: readonly FeeTokenJson[];
}

/** Result of `acct_prepare`: everything that is needed to decide and to sign. */
export interface PrepareResult {
  /** The operation to sign; every field is checked by the client. */
  readonly operation: OperationJson;
  /** The chain. */
  readonly chain: ChainJson;
  /** Whether the account has code on this chain. */
  readonly deployed: boolean;
  /** The sponsor, or `null` if the account pays. */
  readonly sponsor: { readonly name: string; readonly domain: string | null } | null;
  /** Why the sponsor that was asked does not pay (then the account would). */
  readonly sponsorFailed: string | null;
  /**
   * Cost: expected, and at most. In wei the most is the sum of all gas limits × maxFeePerGas; with
   * `feeToken` all three are in its smallest unit.
   */
  readonly fee: { readonly expected: Hex; readonly maximum: Hex; readonly balance: Hex };
  /** The token in which the account pays; absent for the native currency and for a sponsor. */
  readonly feeToken?: FeeTokenJson;
  /** All ways for the account to pay, where there is more than the native currency. */
  readonly feeOptions?: readonly FeeOptionJson[];
  /** Outcome of the simulation. */
  readonly simulation:
    | { readonly status: "success" }
    | { readonly status: "reverts"; readonly reason: string }
    | { readonly status: "unavailable" };
  /** Balance changes of the account that the simulation saw; `delta` is a signed decimal. */
  readonly changes: readonly { readonly token: TokenJson; readonly delta: string }[];
  /** The tokens that the calls name. */
  readonly tokens: readonly TokenJson[];
  /** Unix seconds until which the quote and the sponsor's signature hold, by the service's clock. */
  readonly validUntil: number;
  /** Seconds for which they hold, counted from the answer: a client's own clock may be far off. */
  readonly validFor: number;
}

/** Params of `acct_send`. Sending the same signed operation again returns the same id. */
export interface SendParams {
  /** Chain id. */
  readonly chainId: Hex;
  /** The signed operation. */
  readonly operation: OperationJson;
  /** The account, so that the service can keep its history. */
  readonly account: AccountJson;
  /** The caller's own bundle id (EIP-5792), if it gave one. */
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

/** Result of `acct_getCredential`; the client takes the key that verifies its assertion. */
export interface GetCredentialResult {
  /** The keys stored for this id, proved ones first. */
  readonly keys: readonly {
    /** The passkey's x‖y, 64 bytes. */
    readonly publicKey: Hex;
    /** The account that was made with it. */
    readonly account: AccountJson;
    /** Changes of the account's owners, if there were any: the key may be one that was added. */
    readonly changes?: readonly OwnerChangeJson[];
  }[];
}

/** Params of `acct_putCredential`. Several keys may be stored per id; none blocks another. */
export interface PutCredentialParams {
  /** Credential id, base64url. */
  readonly credentialId: string;
  /** The passkey's x‖y, 64 bytes. */
  readonly publicKey: Hex;
  /** The account that was made with it. */
  readonly account: AccountJson;
  /** An assertion by this key over `sha256(publicKey)`; proved keys come first. */
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
  /** The id that was asked for. */
  readonly id: string;
  /** Chain id. */
  readonly chainId: Hex;
  /** 100 pending, 200 done, 400 never reached the chain, 500 reverted. */
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
  /** The chains. */
  readonly chains: readonly ChainJson[];
}

/** Tokens to describe. */
export interface GetTokensParams {
  /** Chain id. */
  readonly chainId: Hex;
  /** Contracts, at most 40; what is no token is left out of the answer. */
  readonly tokens: readonly Address[];
}

/** Which assets are asked for (ERC-7811). With `assetFilter` the other filters say nothing. */
export interface GetAssetsParams {
  /** Whose. */
  readonly account: Address;
  /** Chain ids; all chains if absent. */
  readonly chainFilter?: readonly Hex[];
  /** Kinds of assets; all if absent. */
  readonly assetTypeFilter?: readonly ("native" | "erc20")[];
  /** Single assets per chain id; `null`, `native` and ERC-7528's address are the native one. */
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
  /** In the smallest unit. */
  readonly balance: Hex;
  /** What the token says of itself, cleaned; `null` if it says nothing sensible. */
  readonly metadata: {
    readonly decimals: number;
    readonly name: string;
    readonly symbol: string;
  } | null;
  /** Kind. */
  readonly type: "native" | "erc20";
}

/** A page of an account's history. */
export interface GetCallsHistoryParams {
  /** Whose. */
  readonly address: Address;
  /** Only this chain. */
  readonly chainId?: Hex;
  /** `index` of the last item of the page before. */
  readonly index?: number;
  /** Most items, 1 to 100. Default 20. */
  readonly limit?: number;
  /** Order; newest first by default. */
  readonly sort?: "asc" | "desc";
}

/** One bundle of an account's history. */
export interface CallsHistoryItemJson {
  /** Hash of the operation. */
  readonly id: Hex;
  /** Counts up per account; never used twice. */
  readonly index: number;
  /** The account. */
  readonly address: Address;
  /** 100 pending, 200 done, 500 reverted. */
  readonly status: 100 | 200 | 500;
  /** Unix seconds. */
  readonly timestamp: number;
  /** Chain id. */
  readonly chainId: number;
  /** Where it landed; `null` while pending. */
  readonly transactionHash: Hex | null;
  /** The caller's own id, if it gave one. */
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
