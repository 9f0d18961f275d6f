/** Query options of `getCapabilities`. @module */

import { getCapabilities, type GetCapabilitiesParameters } from "../actions/get_capabilities.ts";
import type { WalletGetCapabilitiesResponse } from "../types.ts";
import { keyOf, type SdkQueryKey, type SdkQueryOptions } from "./options.ts";
import type { Config } from "../host_types.ts";

/** Key of the query. */
export function getCapabilitiesQueryKey(parameters: GetCapabilitiesParameters = {}): SdkQueryKey {
  return keyOf("getCapabilities", { ...parameters });
}

/** Capabilities: they do not change while a page is open. */
export function getCapabilitiesQueryOptions(
  config: Config,
  parameters: GetCapabilitiesParameters = {},
): SdkQueryOptions<WalletGetCapabilitiesResponse> {
  return {
    queryKey: getCapabilitiesQueryKey(parameters),
    queryFn: () => getCapabilities(config, parameters),
    staleTime: Infinity,
    gcTime: Infinity,
  };
}
