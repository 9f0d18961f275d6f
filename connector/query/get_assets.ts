/** Query options of `getAssets`. @module */

import { getAssets, type GetAssetsParameters } from "../actions/get_assets.ts";
import type { WalletGetAssetsResponse } from "../types.ts";
import { keyOf, type SdkQueryKey, type SdkQueryOptions } from "./options.ts";
import type { Config } from "../host_types.ts";

/** Key of the query. */
export function getAssetsQueryKey(parameters: GetAssetsParameters = {}): SdkQueryKey {
  return keyOf("getAssets", { ...parameters });
}

/** Balances: stale after 30 seconds. */
export function getAssetsQueryOptions(
  config: Config,
  parameters: GetAssetsParameters = {},
): SdkQueryOptions<WalletGetAssetsResponse> {
  return {
    queryKey: getAssetsQueryKey(parameters),
    queryFn: () => getAssets(config, parameters),
    staleTime: 30_000,
    gcTime: 300_000,
  };
}
