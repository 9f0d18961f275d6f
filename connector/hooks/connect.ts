"use client";
/** Connecting, as a hook. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { useEffect } from "react";

import { useConfig } from "wagmi";
import type { ConnectParameters, ConnectReturnType } from "../actions/connect.ts";
import { connectMutationOptions } from "../query/connect.ts";
import type { MutationParameters } from "../query/options.ts";
import type { WalletConnectCapabilities } from "../types.ts";
import { type CallOptions, configOf, useSdkMutation } from "./mutation.ts";
import type { UseMutationResult } from "../host_types.ts";

/** Parameters of {@linkcode useConnect}. */
export type UseConnectParameters<context = unknown> = MutationParameters<
  ConnectReturnType,
  ConnectParameters,
  context
>;

/** Result of {@linkcode useConnect}. */
export type UseConnectReturnType<context = unknown> =
  & Omit<
    UseMutationResult<ConnectReturnType, ConnectParameters, context>,
    "mutate" | "mutateAsync"
  >
  & {
    /** Connects. */
    readonly mutate: <
      const capabilities extends WalletConnectCapabilities | undefined = undefined,
    >(
      variables: ConnectParameters<capabilities>,
      options?: CallOptions<ConnectReturnType, ConnectParameters, context>,
    ) => void;
    /** Connects; accounts carry capabilities where they were asked for. */
    readonly mutateAsync: <
      const capabilities extends WalletConnectCapabilities | undefined = undefined,
    >(
      variables: ConnectParameters<capabilities>,
      options?: CallOptions<ConnectReturnType, ConnectParameters, context>,
    ) => Promise<ConnectReturnType<capabilities>>;
  };

/** Connects, with sign-in and text records where `capabilities` are given. */
export function useConnect<context = unknown>(
  parameters: UseConnectParameters<context> = {},
): UseConnectReturnType<context> {
  const config = useConfig(configOf(parameters));
  const mutation = useSdkMutation(parameters, connectMutationOptions);
  const { reset } = mutation;
  // Like wagmi's hook: a result of a session that has ended is no result.
  useEffect(() =>
    config.subscribe(({ status }) => status, (status, before) => {
      if (before === "connected" && status === "disconnected") reset();
    }), [config, reset]);
  return mutation as unknown as UseConnectReturnType<context>;
}
