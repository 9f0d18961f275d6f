"use client";
/** Hook for `getCallsHistory`. @module */

import type { GetCallsHistoryParameters } from "../actions/get_calls_history.ts";
import { getCallsHistoryQueryOptions } from "../query/get_calls_history.ts";
import type { QueryParameters } from "../query/options.ts";
import type { CallsHistoryItem } from "../types.ts";
import { useSdkQuery } from "./query.ts";
import type { UseQueryResult } from "../peer_types.ts";

/** Parameters of {@linkcode useGetCallsHistory}. */
export type UseGetCallsHistoryParameters =
  & QueryParameters<readonly CallsHistoryItem[]>
  & GetCallsHistoryParameters;

/** Result of {@linkcode useGetCallsHistory}. */
export type UseGetCallsHistoryReturnType = UseQueryResult<readonly CallsHistoryItem[]>;

/** Gets the history of an account, page by page. */
export function useGetCallsHistory(
  parameters: UseGetCallsHistoryParameters = {},
): UseGetCallsHistoryReturnType {
  const { config: _config, query: _query, ...given } = parameters;
  return useSdkQuery(parameters, {
    createOptions: (config, defaults) =>
      getCallsHistoryQueryOptions(config, { ...given, ...defaults }),
    worksDisconnected: true,
  });
}
