"use client";
/** Hook for `getAssets`. @module */

import type { GetAssetsParameters } from "../actions/get_assets.ts";
import { getAssetsQueryOptions } from "../query/get_assets.ts";
import type { QueryParameters } from "../query/options.ts";
import type { WalletGetAssetsResponse } from "../types.ts";
import { useSdkQuery } from "./query.ts";
import type { UseQueryResult } from "../peer_types.ts";

/** Parameters of {@linkcode useGetAssets}. */
export type UseGetAssetsParameters = QueryParameters<WalletGetAssetsResponse> & GetAssetsParameters;

/** Result of {@linkcode useGetAssets}. */
export type UseGetAssetsReturnType = UseQueryResult<WalletGetAssetsResponse>;

/** Gets the balances of an account across chains; refetches on `assetsChanged`. */
export function useGetAssets(parameters: UseGetAssetsParameters = {}): UseGetAssetsReturnType {
  const { config: _config, query: _query, ...given } = parameters;
  return useSdkQuery(parameters, {
    createOptions: (config, defaults) => getAssetsQueryOptions(config, { ...given, ...defaults }),
    worksDisconnected: true,
    event: "assetsChanged",
  });
}
