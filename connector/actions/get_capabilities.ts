/** Gets the capabilities of the wallet. @module */
import type { Hex } from "@sdk/core";
import type { WalletGetCapabilitiesResponse } from "../types/provider.ts";
import { chainsToRead, type ConnectionParameters, resolveTarget } from "./connector.ts";
import type { Config } from "../types/peers.ts";

/** Parameters of {@linkcode getCapabilities}. */
export interface GetCapabilitiesParameters<config extends Config = Config>
  extends ConnectionParameters<config> {
  /** Chain ids (hex). Default: all supported chains. */
  readonly chainFilter?: readonly Hex[] | undefined;
}

/**
 * Gets the capabilities per chain (`wallet_getCapabilities`, EIP-5792).
 *
 * @see https://eips.ethereum.org/EIPS/eip-5792
 */
export async function getCapabilities<config extends Config>(
  config: config,
  parameters: GetCapabilitiesParameters<config> = {},
): Promise<WalletGetCapabilitiesResponse> {
  const { provider, address } = await resolveTarget(config, parameters);
  const chains = chainsToRead(parameters);
  return await provider.request({
    method: "wallet_getCapabilities",
    params: chains ? [address, chains] : [address],
  });
}
