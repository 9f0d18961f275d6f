/**
 * `wallet_watchAsset`: shows a token among the account's balances on this device.
 *
 * @see https://eips.ethereum.org/EIPS/eip-747
 * @module
 */
import type { Address } from "../../../lib/hex.ts";
import { MAX_DECIMALS, MAX_SYMBOL_LENGTH } from "../../../ground/limits.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import {
  address,
  custom,
  object,
  oneOf,
  optional,
  type Schema,
  text,
  whole,
} from "../../../schema/schema.ts";

/** A token that a dApp requests to show. */
export interface WatchAssetRequest {
  /** Kind of the token. */
  readonly type: "ERC20";
  /** The token. The wallet reads its metadata from the chain. */
  readonly options: {
    /** Contract, on the current chain. */
    readonly address: Address;
    /** Symbol; the user is warned if the contract's differs. */
    readonly symbol?: string;
    /** Decimals; the user is warned if the contract's differ. */
    readonly decimals?: number;
    /** Ignored, because an image does not identify a contract. */
    readonly image?: string;
  };
}

/**
 * Parameters, an object or a list with one, and result: `false` if the browser stores no data
 * beyond the page.
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

/** Reads the token of a request. */
export const describedAsset: Schema<DescribedAsset> = object({
  address,
  symbol: optional(text(MAX_SYMBOL_LENGTH)),
  decimals: optional(whole(0, MAX_DECIMALS)),
});

const request = object({ type: oneOf("ERC20"), options: describedAsset });

/** Definition of the method. Error paths refer to EIP-747's object, even inside a list. */
export const walletWatchAsset: Definition<{ readonly options: DescribedAsset }> = define(
  {
    params: custom("single", (at) => {
      const value = Array.isArray(at.value) ? at.value[0] : at.value;
      return request.read({ ...at, value, path: "params" });
    }, request),
    prompts: "shows",
  },
);
