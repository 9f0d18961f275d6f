/** Query options of `getAssets`. @module */

import { getAssets, type GetAssetsParameters } from "../actions/get_assets.ts";
import type { WalletGetAssetsResponse } from "../types/provider.ts";
import { createQueryKey, type SdkQueryKey, type SdkQueryOptions } from "./options.ts";
import type { Config } from "../types/peers.ts";

/** Creates the query key. */
export function getAssetsQueryKey(parameters: GetAssetsParameters = {}): SdkQueryKey {
  return createQueryKey("getAssets", { ...parameters });
}

/** Creates the query options; balances are stale after 30 seconds. */
export function getAssetsQueryOptions<config extends Config>(
  config: config,
  parameters: GetAssetsParameters<config> = {},
): SdkQueryOptions<WalletGetAssetsResponse> {
  return {
    queryKey: getAssetsQueryKey(parameters),
    queryFn: () => getAssets(config, parameters),
    staleTime: 30_000,
    gcTime: 300_000,
  };
}
