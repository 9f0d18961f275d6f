"use client";
/** What the mutation hooks share. @module */
import { useMutation } from "@tanstack/react-query";
import { useConfig } from "wagmi";
import type { MutationParameters, SdkMutationOptions } from "../query/options.ts";
import type { Config, MutateOptions, UseMutationResult } from "../host_types.ts";

/** A mutation of the SDK as a hook. */
export function useSdkMutation<data, variables, context>(
  parameters: MutationParameters<data, variables, context>,
  optionsOf: (config: Config) => SdkMutationOptions<data, variables>,
): UseMutationResult<data, variables, context> {
  const config = useConfig(configOf(parameters));
  return useMutation({ ...parameters.mutation, ...optionsOf(config) });
}

/** The configuration as wagmi's `useConfig` takes it. */
export function configOf(
  { config }: { readonly config?: Config | undefined },
): { config?: Config } {
  return config === undefined ? {} : { config };
}

/** Options of a single call of `mutate`. */
export type CallOptions<data, variables, context> = MutateOptions<data, variables, context>;
