/** Defines balances on the wire between client and service. @module */
import type { Address, Hex } from "../lib/hex.ts";

/** Filters of `wallet_getAssets` (ERC-7811). `assetFilter` overrides the others. */
export interface GetAssetsParams {
  /** Address of the account. */
  readonly account: Address;
  /** Chain ids. Default: all chains. */
  readonly chainFilter?: readonly Hex[];
  /** Kinds of assets. Default: all. */
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
  /** The token's sanitized metadata; `null` if it is unusable. */
  readonly metadata: {
    readonly decimals: number;
    readonly name: string;
    readonly symbol: string;
  } | null;
  /** Kind of asset. */
  readonly type: "native" | "erc20";
}
