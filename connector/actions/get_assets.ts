/** Gets the balances of an account. @module */
import type { AssetFilter, AssetType, WalletGetAssetsResponse } from "../types/provider.ts";
import {
  chainsToRead,
  type ConnectionParameters,
  omitUndefined,
  resolveTarget,
} from "./connector.ts";
import type { Config } from "../types/peers.ts";

/** Parameters of {@linkcode getAssets}. */
export interface GetAssetsParameters<config extends Config = Config>
  extends ConnectionParameters<config> {
  /** Chain ids (hex). Default: all supported chains. */
  readonly chainFilter?: readonly string[] | undefined;
  /** Kinds of assets. Default: all. */
  readonly assetTypeFilter?: readonly AssetType[] | undefined;
  /** Single assets per chain. Default: all known ones. */
  readonly assetFilter?: AssetFilter | undefined;
}

/**
 * Gets the balances of an account across chains (`wallet_getAssets`, ERC-7811).
 *
 * @see https://eips.ethereum.org/EIPS/eip-7811
 */
export async function getAssets<config extends Config>(
  config: config,
  parameters: GetAssetsParameters<config> = {},
): Promise<WalletGetAssetsResponse> {
  const { assetFilter, assetTypeFilter } = parameters;
  const { provider, address } = await resolveTarget(config, parameters);
  const chainFilter = chainsToRead(parameters);
  return await provider.request({
    method: "wallet_getAssets",
    params: [omitUndefined({ account: address, chainFilter, assetTypeFilter, assetFilter })],
  });
}
