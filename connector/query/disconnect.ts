/** Mutation options of `disconnect`. @module */
import type { Config } from "wagmi";
import { disconnect, type DisconnectParameters } from "../actions/disconnect.ts";
import type { SdkMutationOptions } from "./options.ts";

/** Ends the session of a connector. */
export function disconnectMutationOptions(
  config: Config,
): SdkMutationOptions<void, DisconnectParameters | void> {
  return {
    mutationKey: ["acct", "disconnect"],
    mutationFn: (variables) => disconnect(config, variables ?? {}),
  };
}
