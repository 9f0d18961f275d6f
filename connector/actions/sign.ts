/** Signs a message or typed data. @module */
import type { Hex } from "@sdk/core";

import type { SignRequest } from "../types/provider.ts";
import { accountAndChain, type ConnectionParameters, resolveTarget } from "./connector.ts";
import type { Config } from "../types/peers.ts";

/** Parameters of {@linkcode sign}. */
export interface SignParameters<config extends Config = Config>
  extends ConnectionParameters<config> {
  /** Message or typed data. */
  readonly request: SignRequest;
}

/**
 * Signs with the account of a chain, without switching to it (`wallet_sign`, ERC-7871). `chainId`
 * selects the account that signs; it is independent of any chain id inside the message.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7871
 */
export async function sign<config extends Config>(
  config: config,
  parameters: SignParameters<config>,
): Promise<Hex> {
  const target = await resolveTarget(config, parameters);
  return await target.provider.request({
    method: "wallet_sign",
    params: [{ ...accountAndChain(target), request: parameters.request }],
  });
}
