/**
 * `wallet_getAssets`: lists the balances of an account on all chains.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7811
 * @module
 */
import { NATIVE } from "../../../chain/native.ts";
import type { Address, Hex } from "../../../lib/hex.ts";
import * as check from "../../../schema/check.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import { MAX_ASSET_TYPES, MAX_ASSETS, MAX_CHAINS } from "../../../ground/limits.ts";
import {
  address,
  custom,
  list,
  object,
  oneOf,
  type Optional,
  optional,
  quantity,
  record,
  type Schema,
  singleOptional,
} from "../../../schema/schema.ts";
import type { AssetJson, GetAssetsParams } from "../../../wire/assets.ts";

/** An asset of an account. */
export type Asset = AssetJson;

/** Kind of an asset. */
export type AssetType = AssetJson["type"];

/**
 * Assets to return, per chain id (hex); as in ERC-7811, an asset may be named by its address alone.
 */
export type AssetFilter = Readonly<
  Record<
    Hex,
    readonly (NonNullable<GetAssetsParams["assetFilter"]>[Hex][number] | Address | "native")[]
  >
>;

/** Assets per chain id (hex). */
export type WalletGetAssetsResponse = Readonly<Record<Hex, readonly AssetJson[]>>;

/** A request for assets. */
export interface GetAssetsRequest
  extends Omit<Partial<GetAssetsParams>, "chainFilter" | "assetFilter"> {
  /** Assets to return; for a chain with an empty list, all of its assets. */
  readonly assetFilter?: AssetFilter | undefined;
  /** Chain ids in hex. Default: all chains. */
  readonly chainFilter?: readonly string[] | undefined;
}

/** Parameters and result. */
export type WalletGetAssets = {
  readonly params?: readonly [request?: GetAssetsRequest];
  readonly result: WalletGetAssetsResponse;
};

/** An asset; the native currency has the address `null`. */
interface NamedAsset {
  readonly address: Address | null;
  readonly type: AssetType;
}

const type = oneOf<AssetType>("native", "erc20");

/**
 * Reads an asset; every name of the native currency becomes `null`. ERC-7811 names it by its
 * address alone.
 */
const asset: Schema<NamedAsset> = custom("asset", (at) => {
  if (typeof at.value === "string") {
    if (isNative(at.value)) return { address: null, type: "native" };
    return { address: check.address(at), type: "erc20" };
  }
  const named = type.read(check.member(at, "type"));
  const given = check.member(at, "address");
  const native = isNative(given.value);
  if (native !== (named === "native")) {
    throw check.wrong(given.path, `must be an asset of type ${named}`);
  }
  return { address: native ? null : check.address(given), type: named };
});

function isNative(value: unknown): boolean {
  return value === null || value === "native" ||
    (typeof value === "string" && value.toLowerCase() === NATIVE.toLowerCase());
}

const assets = record(quantity(53), list(asset, MAX_ASSETS));

/** Filters of a request for assets. */
export const assetFilters: {
  readonly chainFilter: Optional<readonly Hex[]>;
  readonly assetTypeFilter: Optional<readonly AssetType[]>;
  readonly assetFilter: Optional<Record<Hex, readonly NamedAsset[]>>;
} = {
  chainFilter: optional(list(quantity(53), MAX_CHAINS)),
  assetTypeFilter: optional(list(type, MAX_ASSET_TYPES)),
  assetFilter: optional(custom("assets", (at) => {
    const read = assets.read(at);
    if (Object.values(read).flat().length > MAX_ASSETS) {
      throw check.wrong(at.path, `must name at most ${MAX_ASSETS} assets`);
    }
    return read;
  }, assets)),
};

/** Definition of the method. */
export const walletGetAssets: Definition<Partial<GetAssetsParams>> = define({
  params: singleOptional(object({ account: optional(address), ...assetFilters })),
});
