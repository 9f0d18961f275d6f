/** Mutation options of `sign`. @module */

import { sign, type SignParameters } from "../actions/sign.ts";
import type { Hex } from "@sdk/core";
import type { SdkMutationOptions } from "./options.ts";
import type { Config } from "../host_types.ts";

/** Signs a message or typed data. */
export function signMutationOptions(config: Config): SdkMutationOptions<Hex, SignParameters> {
  return {
    mutationKey: ["acct", "sign"],
    mutationFn: (variables) => sign(config, variables),
  };
}
