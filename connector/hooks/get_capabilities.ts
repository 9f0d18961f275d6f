"use client";
/** Hook for `getCapabilities`. @module */

import type { GetCapabilitiesParameters } from "../actions/get_capabilities.ts";
import { getCapabilitiesQueryOptions } from "../query/get_capabilities.ts";
import type { QueryParameters } from "../query/options.ts";
import type { WalletGetCapabilitiesResponse } from "../types/provider.ts";
import { useSdkQuery } from "./query.ts";
import type { Config, RegisteredConfig, UseQueryResult } from "../types/peers.ts";

/** Parameters of {@linkcode useCapabilities}. */
export type UseCapabilitiesParameters<
  config extends Config = Config,
  data = WalletGetCapabilitiesResponse,
> =
  & QueryParameters<WalletGetCapabilitiesResponse, data, config>
  & GetCapabilitiesParameters<config>;

/** Result of {@linkcode useCapabilities}. */
export type UseCapabilitiesReturnType<data = WalletGetCapabilitiesResponse> = UseQueryResult<data>;

/** Gets the wallet's capabilities per chain. */
export function useCapabilities<
  config extends Config = RegisteredConfig,
  data = WalletGetCapabilitiesResponse,
>(
  parameters: UseCapabilitiesParameters<config, data> = {},
): UseCapabilitiesReturnType<data> {
  const { config: _config, query: _query, ...given } = parameters;
  return useSdkQuery(parameters, {
    createOptions: (config, defaults) =>
      getCapabilitiesQueryOptions(config, { ...given, ...defaults }),
    worksDisconnected: true,
  });
}
