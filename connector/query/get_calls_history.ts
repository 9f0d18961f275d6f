/** Query options of `getCallsHistory`. @module */

import { getCallsHistory, type GetCallsHistoryParameters } from "../actions/get_calls_history.ts";
import type { CallsHistoryItem } from "../types/provider.ts";
import { createQueryKey, type SdkQueryKey, type SdkQueryOptions } from "./options.ts";
import type { Config } from "../types/peers.ts";

/** Creates the query key. */
export function getCallsHistoryQueryKey(parameters: GetCallsHistoryParameters = {}): SdkQueryKey {
  return createQueryKey("getCallsHistory", { ...parameters });
}

/** Creates the query options; the history is stale after 30 seconds. */
export function getCallsHistoryQueryOptions<config extends Config>(
  config: config,
  parameters: GetCallsHistoryParameters<config> = {},
): SdkQueryOptions<readonly CallsHistoryItem[]> {
  return {
    queryKey: getCallsHistoryQueryKey(parameters),
    queryFn: () => getCallsHistory(config, parameters),
    staleTime: 30_000,
    gcTime: 300_000,
  };
}
