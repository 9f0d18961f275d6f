"use client";
/** Shared implementation of the query hooks. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { useEffect } from "react";
import { hashKey, useQuery, useQueryClient } from "@tanstack/react-query";
import type { EventName } from "@sdk/core";
import { useAccount, useConfig } from "wagmi";
import {
  type ConnectionParameters,
  findOwnConnector,
  isOwnConnector,
  omitUndefined,
} from "../actions/connector.ts";
import type { QueryParameters, SdkQueryOptions } from "../query/options.ts";
import { toConfigParameter } from "./mutation.ts";
import { subscribe } from "./subscribe.ts";
import type { Config, UseQueryResult } from "../types/peers.ts";

/** Behavior of a query hook. */
export interface QueryBehaviour<data> {
  /** Creates the query options from the given and the connected values. */
  readonly createOptions: (config: Config, defaults: ConnectionParameters) => SdkQueryOptions<data>;
  /** True if the query also runs without a connection when an address is given. */
  readonly worksDisconnected: boolean;
  /** Event that invalidates the result. */
  readonly event?: EventName;
}

/** Wraps one of the SDK's queries in a hook that is enabled once an account is known. */
export function useSdkQuery<read, data>(
  parameters: QueryParameters<read, data> & ConnectionParameters,
  behaviour: QueryBehaviour<read>,
): UseQueryResult<data> {
  const { query = {} } = parameters;
  const config = useConfig(toConfigParameter(parameters));
  const connection = useAccount({ config });
  const client = useQueryClient();
  const connected = connection.status === "connected";
  const address = parameters.address ?? connection.address;
  const connector = parameters.connector ??
    (connected ? connection.connector : findOwnConnector(config));
  const enabled = address !== undefined && connector !== undefined &&
    (connected || (behaviour.worksDisconnected && parameters.address !== undefined)) &&
    query.enabled !== false;

  const options = behaviour.createOptions(config, omitUndefined({ address, connector }));
  const { event } = behaviour;
  const hash = hashKey(options.queryKey);

  useEffect(() => {
    if (event === undefined || connector === undefined || !enabled) return;
    let unsubscribe: (() => void) | undefined;
    let gone = false;
    const refetch = () => void client.invalidateQueries({ queryKey: options.queryKey });
    connector.getProvider().then((provider) => {
      if (!gone) unsubscribe = subscribe(provider, event, refetch);
    }, () => {});
    return () => {
      gone = true;
      unsubscribe?.();
    };
    // The hash represents the key, which is a new array on each render.
  }, [client, connector, enabled, event, hash]);

  return useQuery({
    // Another wallet may not support the method, so it is called once, unless the app sets `retry`.
    ...(connector && !isOwnConnector(connector) && { retry: false }),
    ...query,
    ...options,
    enabled: enabled && (query.enabled ?? true),
  });
}
