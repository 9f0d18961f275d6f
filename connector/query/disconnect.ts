/** Mutation options of `disconnect`. @module */

import { disconnect, type DisconnectParameters } from "../actions/disconnect.ts";
import type { SdkMutationOptions } from "./options.ts";
import type { Config } from "../types/peers.ts";

/** Creates the options of a mutation that closes the session of a connector. */
export function disconnectMutationOptions(
  config: Config,
): SdkMutationOptions<void, DisconnectParameters | void> {
  return {
    mutationKey: ["acct", "disconnect"],
    mutationFn: (variables) => disconnect(config, variables ?? {}),
  };
}
