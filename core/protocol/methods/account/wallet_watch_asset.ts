/**
 * `wallet_watchAsset`: shows a token among the account's balances on this device.
 *
 * @see https://eips.ethereum.org/EIPS/eip-747
 * @module
 */
import type { ErrorView, PreviewStatus, TokenView } from "../../../dialog/common.ts";
import type { Address } from "../../../lib/hex.ts";
import { MAX_DECIMALS, MAX_SYMBOL_LENGTH } from "../../limits.ts";
import { define, type Definition } from "../../schema/definition.ts";
import {
  address,
  custom,
  object,
  oneOf,
  optional,
  type Schema,
  text,
  whole,
} from "../../schema/schema.ts";

/** A token that a dApp wants to be shown. */
export interface WatchAssetRequest {
  /** Kind of the token. */
  readonly type: "ERC20";
  /** The token; the wallet reads from the chain what it is. */
  readonly options: {
    /** Contract, on the current chain. */
    readonly address: Address;
    /** Symbol: the user is warned if the contract has another one. */
    readonly symbol?: string;
    /** Decimals: the user is warned if the contract has others. */
    readonly decimals?: number;
    /** Ignored: a picture says nothing about a contract. */
    readonly image?: string;
  };
}

/**
 * Parameters, an object or a list of one, and result: `false` if the browser keeps nothing beyond
 * the page.
 */
export type WalletWatchAsset = {
  readonly params: WatchAssetRequest | readonly [request: WatchAssetRequest];
  readonly result: boolean;
};

/** A token as the dApp describes it. */
export type DescribedAsset = Omit<WatchAssetRequest["options"], "image">;

/** Request to the wallet. */
export interface WatchAssetWalletRequest {
  readonly account: Address;
  readonly chainId: number;
  readonly asset: DescribedAsset;
}

/** Preview of a token to show. */
export interface WatchAssetPreview {
  /** State of loading. */
  readonly status: PreviewStatus;
  /** Error of loading; set with status `error`. */
  readonly error?: ErrorView;
  /** Loads again after an error. */
  readonly retry?: () => void;
  /** Contract that the dApp named. */
  readonly address: Address;
  /** The token, as the chain describes it; `null` while loading, and if it is no token. */
  readonly asset: {
    readonly token: TokenView;
    /** Name, cleaned of control characters. */
    readonly name: string;
    /** Balance of the account in the smallest unit. */
    readonly balance: bigint;
    /** True if the dApp describes it differently. */
    readonly differs: boolean;
  } | null;
}

/** Reads the token of a request. */
export const describedAsset: Schema<DescribedAsset> = object({
  address,
  symbol: optional(text(MAX_SYMBOL_LENGTH)),
  decimals: optional(whole(0, MAX_DECIMALS)),
});

const request = object({ type: oneOf("ERC20"), options: describedAsset });

/** Definition of the method; its paths are those of EIP-747's object, in a list too. */
export const walletWatchAsset: Definition<{ readonly options: DescribedAsset }, "shows"> = define(
  {
    params: custom("single", (at) => {
      const value = Array.isArray(at.value) ? at.value[0] : at.value;
      return request.read({ ...at, value, path: "params" });
    }, request),
    prompts: "shows",
    load: "shows",
  },
);
