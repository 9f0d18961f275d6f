/** Defines the operator's configuration of a chain. @module */
import type { Address, Hex } from "viem";
import type { Bundler } from "./node/bundler.ts";

/** Wei of a paymaster's deposit below which the operator is warned, by default. */
export const LOW_DEPOSIT: bigint = 10n ** 17n;
/** Gwei of the relayer per API key and day, by default. */
export const GWEI_PER_KEY_AND_DAY = 50_000_000;
/** Default gwei per gas above which the relayer sends no transaction. */
export const MAX_FEE_GWEI = 200;
/** Default gas of a transfer between addresses that already have balances. */
export const TRANSFER_GAS = 8_000;
/** Operations per token, key and day whose fee may stay unpaid, by default. */
export const UNPAID_PER_DAY = 100;

/** Configuration of the sponsor. */
export interface SponsorConfig {
  /** Our `SponsorPaymaster`. */
  readonly paymaster: Address;
  /** Private key that signs for the sponsor. */
  readonly signerKey: Hex;
  /** Name shown to the user. */
  readonly name: string;
  /** Wei of the deposit below which the operator is warned. Defaults to 0.1 of the currency. */
  readonly lowDeposit?: bigint;
  /** Our `Vault`, if it fills up the deposit. */
  readonly vault?: Address;
}

/** Configuration of the relayer. It submits owner changes and refills of deposits. */
export interface RelayerConfig {
  /** Private key of an address with native currency. */
  readonly key: Hex;
  /** Gwei of native currency per API key and day (UTC). Defaults to 0.05 of the currency. */
  readonly gweiPerKeyPerDay?: number | undefined;
  /** Gwei per gas above which the relayer waits until the fee falls. Defaults to 200. */
  readonly maxFeeGwei?: number | undefined;
}

/** Source of a token's price. */
export type PriceConfig =
  | {
    readonly kind: "fixed";
    /** Amount of the token per unit of the native currency, as a decimal number. */
    readonly tokenPerNative: string;
  }
  | {
    /** Feeds on the chain with `latestRoundData()` and `decimals()`. */
    readonly kind: "oracle";
    /** Feed of the native currency's price. */
    readonly native: Address;
    /**
     * Feed of the token's price in the same currency. Without it the token counts as that currency.
     */
    readonly token?: Address;
    /** Seconds after which a price is stale. */
    readonly maxAge: number;
  };

/** Configuration of fees paid in tokens to our own paymaster. */
export interface TokenFeesConfig {
  /** Our `TokenPaymaster`. */
  readonly paymaster: Address;
  /** Private key that signs the quotes. */
  readonly signerKey: Hex;
  /** Wei of the deposit below which the operator is warned. Defaults to 0.1 of the currency. */
  readonly lowDeposit?: bigint;
  /** Our `Vault`, if it fills up the deposit. */
  readonly vault?: Address;
  /** Accepted tokens. */
  readonly tokens: readonly {
    readonly address: Address;
    readonly logoUrl?: string;
    readonly price: PriceConfig;
    /** Basis points added to the price. */
    readonly markup: number;
    /**
     * Gas of a transfer between addresses that already have balances. The paymaster uses it to
     * refund overpaid fees. Defaults to 8,000.
     */
    readonly transferGas?: number;
    /** Operations per day and key that may fail to pay after execution. Defaults to 100. */
    readonly unpaidPerDay?: number;
  }[];
}

/** Configuration of a chain. */
export interface ChainConfig {
  /** Chain id. */
  readonly id: number;
  /** Name shown to the user. */
  readonly name: string;
  /** True for a testnet. */
  readonly testnet: boolean;
  /** Native currency. */
  readonly nativeCurrency: {
    readonly name: string;
    readonly symbol: string;
    readonly decimals: number;
  };
  /** Block explorer. */
  readonly explorer?: string;
  /** JSON-RPC URL of a node. */
  readonly rpcUrl: string;
  /** JSON-RPC URLs of more nodes, for when the first fails or is slow. */
  readonly fallbackRpcUrls?: readonly string[];
  /** Milliseconds until a request to the node or bundler times out. Defaults to 1800. */
  readonly timeout?: number;
  /** URL of an ERC-4337 bundler, or an in-process one (development). */
  readonly bundler: string | Bundler;
  /** Sponsor, if the service pays on this chain. */
  readonly sponsor?: SponsorConfig;
  /** Relayer for owner changes. Without a relayer, changes wait until another party submits them. */
  readonly relayer?: RelayerConfig;
  /** Tokens accepted for fees by our own paymaster. */
  readonly tokenFees?: TokenFeesConfig;
  /** ERC-20 tokens with listed balances; other tokens are listed only if a dApp names them. */
  readonly tokens?: readonly Address[];
  /**
   * Transfers to follow: `all` (default), `tokens` without payments in the native currency, for
   * which blocks are read with their transactions, or none (`off`).
   */
  readonly transfers?: "all" | "tokens" | "off";
  /** Block of the permission contract's deployment. */
  readonly permissionsFrom?: number;
  /**
   * Minimum wei of priority fee per gas that the chain's validators or the bundler require.
   * Sponsored operations may have it even if it exceeds their share of the base fee. Defaults to
   * the known minimum of the chain, else 0.0005 gwei.
   */
  readonly minTip?: bigint;
  /** True for a local chain with a manually set time: it is not compared with the clock. */
  readonly localTime?: boolean;
  /** Confirmations before a status of 200 or 500 is reported; 0 on a local chain. */
  readonly confirmations?: number;
}
