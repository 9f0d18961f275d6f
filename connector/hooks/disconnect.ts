"use client";
/** Hook for `disconnect`. @module */

import type { DisconnectParameters } from "../actions/disconnect.ts";
import { disconnectMutationOptions } from "../query/disconnect.ts";
import type { MutationParameters } from "../query/options.ts";
import { useSdkMutation } from "./mutation.ts";
import type { UseMutationResult } from "../types/peers.ts";

/** Parameters of {@linkcode useDisconnect}. */
export type UseDisconnectParameters<context = unknown> = MutationParameters<
  void,
  DisconnectParameters | void,
  context
>;

/** Result of {@linkcode useDisconnect}. */
export type UseDisconnectReturnType<context = unknown> = UseMutationResult<
  void,
  DisconnectParameters | void,
  context
>;

/** Closes the session of a connector, the active one by default. */
export function useDisconnect<context = unknown>(
  parameters: UseDisconnectParameters<context> = {},
): UseDisconnectReturnType<context> {
  return useSdkMutation(parameters, disconnectMutationOptions);
}
