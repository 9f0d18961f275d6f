"use client";
/** Hook for `connect`. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { useEffect } from "react";

import { useConfig } from "wagmi";
import type { ConnectParameters, ConnectReturnType } from "../actions/connect.ts";
import { connectMutationOptions } from "../query/connect.ts";
import type { MutationParameters } from "../query/options.ts";
import type { WalletConnectCapabilities } from "../types/provider.ts";
import { type CallOptions, toConfigParameter, useSdkMutation } from "./mutation.ts";
import type { Config, RegisteredConfig, UseMutationResult } from "../types/peers.ts";

/** Parameters of {@linkcode useConnect}. */
export type UseConnectParameters<config extends Config = Config, context = unknown> =
  MutationParameters<ConnectReturnType, ConnectParameters<config>, context, config>;

/** Result of {@linkcode useConnect}. */
export type UseConnectReturnType<config extends Config = Config, context = unknown> =
  & Omit<
    UseMutationResult<ConnectReturnType, ConnectParameters<config>, context>,
    "mutate" | "mutateAsync"
  >
  & {
    /** Connects. */
    readonly mutate: <
      const capabilities extends WalletConnectCapabilities | undefined = undefined,
    >(
      variables: ConnectParameters<config, capabilities>,
      options?: CallOptions<ConnectReturnType, ConnectParameters<config>, context>,
    ) => void;
    /** Connects; accounts include the requested capabilities. */
    readonly mutateAsync: <
      const capabilities extends WalletConnectCapabilities | undefined = undefined,
    >(
      variables: ConnectParameters<config, capabilities>,
      options?: CallOptions<ConnectReturnType, ConnectParameters<config>, context>,
    ) => Promise<ConnectReturnType<capabilities>>;
  };

/** Connects; with `capabilities`, signs in or sets text records in the same request. */
export function useConnect<config extends Config = RegisteredConfig, context = unknown>(
  parameters: UseConnectParameters<config, context> = {},
): UseConnectReturnType<config, context> {
  const config = useConfig(toConfigParameter(parameters));
  const mutation = useSdkMutation(parameters, connectMutationOptions);
  const { reset } = mutation;
  // Like wagmi's hook: the result is reset when the session is closed.
  useEffect(() =>
    config.subscribe(({ status }) => status, (status, before) => {
      if (before === "connected" && status === "disconnected") reset();
    }), [config, reset]);
  return mutation as unknown as UseConnectReturnType<config, context>;
}
