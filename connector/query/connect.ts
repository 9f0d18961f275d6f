/** Mutation options of `connect`. @module */

import { connect, type ConnectParameters, type ConnectReturnType } from "../actions/connect.ts";
import type { SdkMutationOptions } from "./options.ts";
import type { Config } from "../types/peers.ts";

/** Creates the options of a mutation that connects. */
export function connectMutationOptions<config extends Config>(
  config: config,
): SdkMutationOptions<ConnectReturnType, ConnectParameters<config>> {
  return {
    mutationKey: ["acct", "connect"],
    mutationFn: (variables) => connect(config, variables),
  };
}
