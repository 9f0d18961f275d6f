/** Mutation options of `connect`. @module */
import type { Config } from "wagmi";
import { connect, type ConnectParameters } from "../actions/connect.ts";
import type { ConnectReturnType } from "../actions/connect.ts";
import type { SdkMutationOptions } from "./options.ts";

/** Connects. */
export function connectMutationOptions(
  config: Config,
): SdkMutationOptions<ConnectReturnType, ConnectParameters> {
  return {
    mutationKey: ["acct", "connect"],
    mutationFn: (variables) => connect(config, variables),
  };
}
