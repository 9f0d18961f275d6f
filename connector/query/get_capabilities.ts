/** Query options of `getCapabilities`. @module */

import { getCapabilities, type GetCapabilitiesParameters } from "../actions/get_capabilities.ts";
import type { WalletGetCapabilitiesResponse } from "../types/provider.ts";
import { createQueryKey, type SdkQueryKey, type SdkQueryOptions } from "./options.ts";
import type { Config } from "../types/peers.ts";

/** Creates the query key. */
export function getCapabilitiesQueryKey(parameters: GetCapabilitiesParameters = {}): SdkQueryKey {
  return createQueryKey("getCapabilities", { ...parameters });
}

/** Creates the query options; retries a chain that was down. */
export function getCapabilitiesQueryOptions<config extends Config>(
  config: config,
  parameters: GetCapabilitiesParameters<config> = {},
): SdkQueryOptions<WalletGetCapabilitiesResponse> {
  return {
    queryKey: getCapabilitiesQueryKey(parameters),
    queryFn: () => getCapabilities(config, parameters),
    staleTime: 30_000,
    gcTime: Infinity,
  };
}
