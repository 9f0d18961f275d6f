"use client";
/** Hook for `getCapabilities`. @module */

import type { GetCapabilitiesParameters } from "../actions/get_capabilities.ts";
import { getCapabilitiesQueryOptions } from "../query/get_capabilities.ts";
import type { QueryParameters } from "../query/options.ts";
import type { WalletGetCapabilitiesResponse } from "../types.ts";
import { useSdkQuery } from "./query.ts";
import type { UseQueryResult } from "../peer_types.ts";

/** Parameters of {@linkcode useCapabilities}. */
export type UseCapabilitiesParameters =
  & QueryParameters<WalletGetCapabilitiesResponse>
  & GetCapabilitiesParameters;

/** Result of {@linkcode useCapabilities}. */
export type UseCapabilitiesReturnType = UseQueryResult<WalletGetCapabilitiesResponse>;

/** Gets the wallet's capabilities per chain. */
export function useCapabilities(
  parameters: UseCapabilitiesParameters = {},
): UseCapabilitiesReturnType {
  const { config: _config, query: _query, ...given } = parameters;
  return useSdkQuery(parameters, {
    createOptions: (config, defaults) =>
      getCapabilitiesQueryOptions(config, { ...given, ...defaults }),
    worksDisconnected: true,
  });
}
