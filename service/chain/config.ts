/** What an operator says of a chain. @module */
import type { Address, Hex } from "viem";
import type { Bundler } from "../bundler/bundler.ts";

/** Who pays on a chain when the service sponsors. */
export interface SponsorConfig {
  /** Our `SponsorPaymaster`. */
  readonly paymaster: Address;
  /** Private key that signs for it. */
  readonly signerKey: Hex;
  /** Name shown to the person. */
  readonly name: string;
  /** Wei of the deposit below which the operator is alarmed; default 0.1 of the currency. */
  readonly lowDeposit?: bigint;
}

/** Who brings owner changes to a chain. */
export interface RelayerConfig {
  /** Private key of an address that holds some of the native currency. */
  readonly key: Hex;
}

/** Where a token's price comes from. */
export type PriceConfig =
  | {
    readonly kind: "fixed";
    /** Whole tokens per whole unit of the native currency, as a decimal number. */
    readonly tokenPerNative: string;
  }
  | {
    /** Feeds on the chain with `latestRoundData()` and `decimals()`. */
    readonly kind: "oracle";
    /** The native currency's price. */
    readonly native: Address;
    /** The token's price in the same currency; without it the token is taken for that currency. */
    readonly token?: Address;
    /** Seconds after which a price is too old. */
    readonly maxAge: number;
  };

/** How people pay fees in tokens. */
export interface TokenFeesConfig {
  /** Our `TokenPaymaster`. */
  readonly paymaster: Address;
  /** Private key that signs its quotes. */
  readonly signerKey: Hex;
  /** Wei of the deposit below which the operator is alarmed; default 0.1 of the currency. */
  readonly lowDeposit?: bigint;
  /** Operations a day and key that may fail to pay afterwards; default 100. */
  readonly unpaidPerDay?: number;
  /** The tokens that it takes. */
  readonly tokens: readonly {
    readonly address: Address;
    readonly logoUrl?: string;
    readonly price: PriceConfig;
    /** Hundredths of a per cent that are put on the price. */
    readonly markup: number;
  }[];
}

/** Fees in tokens that somebody else's paymaster takes. */
export interface ExternalTokenFeesConfig {
  /** Its service, which speaks `pimlico_getTokenQuotes` and ERC-7677. */
  readonly url: string;
  /** Its contract: the only one to which fees in these tokens are ever approved. */
  readonly paymaster: Address;
  /** The tokens that it takes. */
  readonly tokens: readonly {
    readonly address: Address;
    readonly logoUrl?: string;
    /** What the token is worth, as told by somebody else than who sells it. */
    readonly price: PriceConfig;
    /** Hundredths of a per cent by which a quote may be above it. */
    readonly margin: number;
  }[];
}

/** One chain. */
export interface ChainConfig {
  /** Chain id. */
  readonly id: number;
  /** Name shown to the person. */
  readonly name: string;
  /** Whether its money is worthless. */
  readonly testnet: boolean;
  /** Native currency. */
  readonly nativeCurrency: {
    readonly name: string;
    readonly symbol: string;
    readonly decimals: number;
  };
  /** Block explorer. */
  readonly explorer?: string;
  /** JSON-RPC of a node. */
  readonly rpcUrl: string;
  /** Milliseconds after which a node's or bundler's answer counts as none; default 1800. */
  readonly timeout?: number;
  /** URL of an ERC-4337 bundler, or one in this process (development). */
  readonly bundler: string | Bundler;
  /** Sponsor, if the service pays here. */
  readonly sponsor?: SponsorConfig;
  /** Who brings owner changes here; without it they wait until somebody carries them. */
  readonly relayer?: RelayerConfig;
  /** Tokens in which accounts can pay fees. */
  readonly tokenFees?: TokenFeesConfig;
  /** Tokens in which accounts can pay fees to others' paymasters; each token is offered once. */
  readonly externalTokenFees?: readonly ExternalTokenFeesConfig[];
  /** ERC-20 tokens whose balances are listed; others only when a page names them. */
  readonly tokens?: readonly Address[];
  /** First block that can hold a permission, which is that of the permission contract. */
  readonly permissionsFrom?: number;
  /** Blocks on top before a status of 200 or 500 is told; 0 on a local chain. */
  readonly confirmations?: number;
}
