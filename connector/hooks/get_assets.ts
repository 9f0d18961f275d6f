"use client";
/** Hook for `getAssets`. @module */

import type { GetAssetsParameters } from "../actions/get_assets.ts";
import { getAssetsQueryOptions } from "../query/get_assets.ts";
import type { QueryParameters } from "../query/options.ts";
import type { WalletGetAssetsResponse } from "../types/provider.ts";
import { useSdkQuery } from "./query.ts";
import type { Config, RegisteredConfig, UseQueryResult } from "../types/peers.ts";

/** Parameters of {@linkcode useGetAssets}. */
export type UseGetAssetsParameters<
  config extends Config = Config,
  data = WalletGetAssetsResponse,
> = QueryParameters<WalletGetAssetsResponse, data, config> & GetAssetsParameters<config>;

/** Result of {@linkcode useGetAssets}. */
export type UseGetAssetsReturnType<data = WalletGetAssetsResponse> = UseQueryResult<data>;

/** Gets the balances of an account across chains; refetches on `assetsChanged`. */
export function useGetAssets<
  config extends Config = RegisteredConfig,
  data = WalletGetAssetsResponse,
>(
  parameters: UseGetAssetsParameters<config, data> = {},
): UseGetAssetsReturnType<data> {
  const { config: _config, query: _query, ...given } = parameters;
  return useSdkQuery(parameters, {
    createOptions: (config, defaults) => getAssetsQueryOptions(config, { ...given, ...defaults }),
    worksDisconnected: true,
    event: "assetsChanged",
  });
}
