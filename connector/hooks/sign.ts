"use client";
/** Hook for `sign`. @module */

import type { SignParameters } from "../actions/sign.ts";
import type { MutationParameters } from "../query/options.ts";
import { signMutationOptions } from "../query/sign.ts";
import type { Hex } from "@sdk/core";
import { useSdkMutation } from "./mutation.ts";
import type { UseMutationResult } from "../peer_types.ts";

/** Parameters of {@linkcode useSign}. */
export type UseSignParameters<context = unknown> = MutationParameters<
  Hex,
  SignParameters,
  context
>;

/** Result of {@linkcode useSign}. */
export type UseSignReturnType<context = unknown> = UseMutationResult<
  Hex,
  SignParameters,
  context
>;

/** Signs a message or typed data with the account of a chain. */
export function useSign<context = unknown>(
  parameters: UseSignParameters<context> = {},
): UseSignReturnType<context> {
  return useSdkMutation(parameters, signMutationOptions);
}
