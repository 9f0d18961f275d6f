"use client";
/** Shared implementation of the mutation hooks. @module */
import { useMutation } from "@tanstack/react-query";
import { useConfig } from "wagmi";
import { omitUndefined } from "../actions/connector.ts";
import type { MutationParameters, SdkMutationOptions } from "../query/options.ts";
import type { Config, MutateOptions, UseMutationResult } from "../types/peers.ts";

/** Wraps one of the SDK's mutations in a hook. */
export function useSdkMutation<data, variables, context>(
  parameters: MutationParameters<data, variables, context>,
  createOptions: (config: Config) => SdkMutationOptions<data, variables>,
): UseMutationResult<data, variables, context> {
  const config = useConfig(toConfigParameter(parameters));
  return useMutation({ ...parameters.mutation, ...createOptions(config) });
}

/** Returns the configuration in the format of wagmi's `useConfig`. */
export function toConfigParameter(
  { config }: { readonly config?: Config | undefined },
): { config?: Config } {
  return omitUndefined({ config });
}

/** Options of a single call of `mutate`. */
export type CallOptions<data, variables, context> = MutateOptions<data, variables, context>;
