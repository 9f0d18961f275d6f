/** Mutation options of `disconnect`. @module */

import { disconnect, type DisconnectParameters } from "../actions/disconnect.ts";
import type { SdkMutationOptions } from "./options.ts";
import type { Config } from "../peer_types.ts";

/** Creates the options of a mutation that ends the session of a connector. */
export function disconnectMutationOptions(
  config: Config,
): SdkMutationOptions<void, DisconnectParameters | void> {
  return {
    mutationKey: ["acct", "disconnect"],
    mutationFn: (variables) => disconnect(config, variables ?? {}),
  };
}
