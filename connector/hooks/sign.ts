"use client";
/** Hook for `sign`. @module */

import type { SignParameters } from "../actions/sign.ts";
import type { MutationParameters } from "../query/options.ts";
import { signMutationOptions } from "../query/sign.ts";
import type { Hex } from "@sdk/core";
import { useSdkMutation } from "./mutation.ts";
import type { Config, RegisteredConfig, UseMutationResult } from "../types/peers.ts";

/** Parameters of {@linkcode useSign}. */
export type UseSignParameters<config extends Config = Config, context = unknown> =
  MutationParameters<Hex, SignParameters<config>, context, config>;

/** Result of {@linkcode useSign}. */
export type UseSignReturnType<config extends Config = Config, context = unknown> =
  UseMutationResult<Hex, SignParameters<config>, context>;

/** Signs a message or typed data with the account of a chain. */
export function useSign<config extends Config = RegisteredConfig, context = unknown>(
  parameters: UseSignParameters<config, context> = {},
): UseSignReturnType<config, context> {
  return useSdkMutation(parameters, signMutationOptions);
}
