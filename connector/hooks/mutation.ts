"use client";
/** What the mutation hooks share. @module */
import { type MutateOptions, useMutation, type UseMutationResult } from "@tanstack/react-query";
import { type Config, useConfig } from "wagmi";
import type { MutationParameters, SdkMutationOptions } from "../query/options.ts";

/** A mutation of the SDK as a hook. */
export function useSdkMutation<data, variables, context>(
  parameters: MutationParameters<data, variables, context>,
  optionsOf: (config: Config) => SdkMutationOptions<data, variables>,
): UseMutationResult<data, Error, variables, context> {
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
export type CallOptions<data, variables, context> = MutateOptions<data, Error, variables, context>;
