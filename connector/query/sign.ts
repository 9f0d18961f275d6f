/** Mutation options of `sign`. @module */
import type { Config } from "wagmi";
import { sign, type SignParameters } from "../actions/sign.ts";
import type { Hex } from "viem";
import type { SdkMutationOptions } from "./options.ts";

/** Signs a message or typed data. */
export function signMutationOptions(config: Config): SdkMutationOptions<Hex, SignParameters> {
  return {
    mutationKey: ["acct", "sign"],
    mutationFn: (variables) => sign(config, variables),
  };
}
