/** Mutation options of `sign`. @module */

import { sign, type SignParameters } from "../actions/sign.ts";
import type { Hex } from "@sdk/core";
import type { SdkMutationOptions } from "./options.ts";
import type { Config } from "../types/peers.ts";

/** Creates the options of a mutation that signs. */
export function signMutationOptions<config extends Config>(
  config: config,
): SdkMutationOptions<Hex, SignParameters<config>> {
  return {
    mutationKey: ["acct", "sign"],
    mutationFn: (variables) => sign(config, variables),
  };
}
