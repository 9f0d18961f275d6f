/** Gets the calls that an account has sent. @module */
import type { Address } from "@sdk/core";

import { NotConnectedError } from "./errors.ts";
import type { CallsHistoryItem } from "../types/provider.ts";
import { findOwnConnector, omitUndefined, resolveTarget, toHexChainId } from "./connector.ts";
import type { ChainIdOf, Config, Connector } from "../types/peers.ts";

/** Parameters of {@linkcode getCallsHistory}. */
export interface GetCallsHistoryParameters<config extends Config = Config> {
  /** Account. Default: the connected one. */
  readonly address?: Address | undefined;
  /** Returns only calls on this chain. */
  readonly chainId?: ChainIdOf<config> | undefined;
  /** Connector. Default: the SDK's own, if configured. */
  readonly connector?: Connector | undefined;
  /** Cursor: `index` of the last item of the previous page. */
  readonly index?: number | undefined;
  /** Maximum number of items. Default: 20. */
  readonly limit?: number | undefined;
  /** Order. Default: newest first. */
  readonly sort?: "asc" | "desc" | undefined;
}

/**
 * Gets the history of an account, with pagination.
 *
 * @throws {NotConnectedError} if no address is given and none is connected
 */
export async function getCallsHistory<config extends Config>(
  config: config,
  parameters: GetCallsHistoryParameters<config> = {},
): Promise<readonly CallsHistoryItem[]> {
  const { chainId, index, limit = 20, sort = "desc" } = parameters;
  const { address } = await resolveTarget(config, parameters);
  const { provider } = await resolveTarget(config, {
    connector: parameters.connector ?? findOwnConnector(config),
  });
  if (address === undefined) throw new NotConnectedError();
  return await provider.request({
    method: "wallet_getCallsHistory",
    params: [omitUndefined({ address, limit, sort, chainId: toHexChainId(chainId), index })],
  });
}
