"use client";
/** What the query hooks share. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { useEffect } from "react";
import { hashKey, useQuery, useQueryClient } from "@tanstack/react-query";
import type { EventName } from "@sdk/core";
import { useAccount, useConfig } from "wagmi";
import { type ConnectionParameters, given, isOwn, ownOf } from "../actions/connector.ts";
import type { QueryParameters, SdkQueryOptions } from "../query/options.ts";
import { configOf } from "./mutation.ts";
import { subscribe } from "./subscribe.ts";
import type { Config, UseQueryResult } from "../host_types.ts";

/** How a query hook behaves. */
export interface QueryBehaviour<data> {
  /** Makes the options, from what is given and connected. */
  readonly optionsOf: (config: Config, defaults: ConnectionParameters) => SdkQueryOptions<data>;
  /** Whether an address alone is enough. */
  readonly worksDisconnected: boolean;
  /** The event after which it is fetched again. */
  readonly event?: EventName;
}

/** A query of the SDK as a hook: enabled once there is an account to ask about. */
export function useSdkQuery<data>(
  parameters: QueryParameters<data> & ConnectionParameters,
  behaviour: QueryBehaviour<data>,
): UseQueryResult<data> {
  const { query = {} } = parameters;
  const config = useConfig(configOf(parameters));
  const connection = useAccount({ config });
  const client = useQueryClient();
  const connected = connection.status === "connected";
  const address = parameters.address ?? connection.address;
  const connector = parameters.connector ?? (connected ? connection.connector : ownOf(config));
  const enabled = address !== undefined && connector !== undefined &&
    (connected || (behaviour.worksDisconnected && parameters.address !== undefined)) &&
    query.enabled !== false;

  const options = behaviour.optionsOf(config, given({ address, connector }));
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
    // The hash stands for the key, which is a new array each time.
  }, [client, connector, enabled, event, hash]);

  // Another wallet may not know the method at all: it is asked once, unless the app says otherwise.
  const patience = connector === undefined || isOwn(connector) ? {} : { retry: false };
  return useQuery({
    ...patience,
    ...query,
    ...options,
    enabled: enabled && (query.enabled ?? true),
  });
}
