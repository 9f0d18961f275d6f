"use client";
/** Hook for `getCallsHistory`. @module */

import type { GetCallsHistoryParameters } from "../actions/get_calls_history.ts";
import { getCallsHistoryQueryOptions } from "../query/get_calls_history.ts";
import type { QueryParameters } from "../query/options.ts";
import type { CallsHistoryItem } from "../types/provider.ts";
import { useSdkQuery } from "./query.ts";
import type { Config, RegisteredConfig, UseQueryResult } from "../types/peers.ts";

/** Parameters of {@linkcode useGetCallsHistory}. */
export type UseGetCallsHistoryParameters<
  config extends Config = Config,
  data = readonly CallsHistoryItem[],
> = QueryParameters<readonly CallsHistoryItem[], data, config> & GetCallsHistoryParameters<config>;

/** Result of {@linkcode useGetCallsHistory}. */
export type UseGetCallsHistoryReturnType<data = readonly CallsHistoryItem[]> = UseQueryResult<data>;

/** Gets the history of an account, with pagination; refetches on `callsStatusChanged`. */
export function useGetCallsHistory<
  config extends Config = RegisteredConfig,
  data = readonly CallsHistoryItem[],
>(
  parameters: UseGetCallsHistoryParameters<config, data> = {},
): UseGetCallsHistoryReturnType<data> {
  const { config: _config, query: _query, ...given } = parameters;
  return useSdkQuery(parameters, {
    createOptions: (config, defaults) =>
      getCallsHistoryQueryOptions(config, { ...given, ...defaults }),
    worksDisconnected: true,
    event: "callsStatusChanged",
  });
}
